import { setImmediate } from 'node:timers/promises';
import type { Locale } from '#domain/locales.ts';
import type { Failure } from '#domain/result.ts';
import type { SiteId } from '#domain/sites.ts';
import type { Client } from '#content/client.ts';
import type { Origins } from '#content/context.ts';
import { Source } from '#content/source.ts';
import { MediaStore } from './media.ts';
import { type OutputKind, outputFile, outputPath } from './output.ts';
import { type RenderPage, type Rendered, Renderer } from './render.ts';
import { localDirectory } from './targets/local-directory.ts';
import type { ReleaseWriter } from './targets/target.ts';

export type BuildTarget = { kind: OutputKind; ref: number; locale: Locale; address: string | null };

export function buildTarget(kind: OutputKind, ref: number, locale: Locale, address: string | null): BuildTarget {
  return { kind, ref, locale, address };
}

/** A part of a full build: plain data, so that it can be sent to a worker. */
export type BuildChunk = {
  site: SiteId;
  release: string;
  previous: string | null;
  at: string;
  outputs: readonly BuildTarget[];
};

/** What the index is told of an output. */
export type BuiltOutput = {
  kind: OutputKind;
  ref: number;
  locale: Locale;
  path: string | null;
  tags: string[];
  hash: string | null;
  bytes: number;
  next_change_at: string | null;
  failure: Failure | null;
  csp: string | null;
};

export type OutputBuilder = { build: (chunk: BuildChunk) => Promise<BuiltOutput[]>; close: () => Promise<void> };

export type BuilderOptions = {
  client: Client;
  origins: Origins;
  renderPage: RenderPage;
  /** Where each site's releases are. */
  outDirectory: string;
  mediaDirectory: string;
};

type OpenRelease = { writer: ReleaseWriter; renderer: Renderer };

/** Builds outputs in this process. */
export function localBuilder(options: BuilderOptions): OutputBuilder {
  const media = new MediaStore(options.client, options.mediaDirectory);
  let release: { name: string; opened: Promise<OpenRelease> } | null = null;
  let turn = Promise.resolve();

  /** One source serves a release: what changes while it is built is published anew when the build has finished. */
  function openRelease({ site, release: name, at }: BuildChunk): Promise<OpenRelease> {
    if (release?.name === `${site}/${name}`) return release.opened;
    const open = async () => ({
      writer: await localDirectory(`${options.outDirectory}/${site}`).createRelease(name),
      renderer: new Renderer({
        client: options.client,
        source: new Source(options.client, { site, view: 'published', at }),
        origins: options.origins,
        renderPage: options.renderPage,
      }),
    });
    release = { name: `${site}/${name}`, opened: open() };
    return release.opened;
  }

  return {
    async build(chunk) {
      const { site, previous } = chunk;
      const { writer, renderer } = await openRelease(chunk);
      const results: BuiltOutput[] = [];
      const bringing: Promise<unknown>[] = [];
      const rendering = renderer.renderAll(chunk.outputs.map((output) => ({ site, ...output })));
      // A chunk reads while the one before is drawn, and waits with its own drawing until that is done.
      const before = turn;
      const { promise, resolve } = Promise.withResolvers<void>();
      turn = promise;
      await before;
      try {
        for await (const { output, rendered } of rendering) {
          // Nobody sees the release before it is whole: pages are drawn while the media that they show are brought.
          if (rendered.outcome === 'rendered') {
            const brought = media.ensure(writer, rendered.media);
            // Whoever waits below is told.
            brought.catch(() => {});
            bringing.push(brought);
          }
          results.push(await write(writer, output, rendered, previous));
          // Lets answers and messages in: drawing itself never waits for anything.
          await setImmediate();
        }
      } finally {
        resolve();
      }
      await Promise.all(bringing);
      return results;
    },
    close: async () => {},
  };

  async function write(
    writer: ReleaseWriter,
    output: BuildTarget & { site: SiteId },
    rendered: Rendered,
    previous: string | null,
  ): Promise<BuiltOutput> {
    const { kind, ref, locale, site } = output;
    const { tags, nextChangeAt: next_change_at } = rendered;
    const result: BuiltOutput = {
      kind,
      ref,
      locale,
      path: null,
      tags,
      hash: null,
      bytes: 0,
      next_change_at,
      failure: null,
      csp: null,
    };
    if (rendered.outcome === 'failed') {
      result.failure = rendered.failure;
      const kept = await lastGood(options, { site, previous }, output);
      if (kept) {
        await writer.write(kept.file, kept.bytes);
        result.path = kept.path;
      }
      return result;
    }
    if (rendered.outcome === 'absent') return result;
    await writer.write(outputFile(rendered.path), rendered.bytes);
    result.path = rendered.path;
    result.hash = rendered.hash;
    result.bytes = rendered.size;
    result.csp = rendered.csp;
    return result;
  }
}

/** The file that an output had in the release before, for an output that cannot be rendered now. */
async function lastGood(
  options: BuilderOptions,
  { site, previous }: { site: SiteId; previous: string | null },
  output: BuildTarget,
): Promise<{ path: string; file: string; bytes: Uint8Array } | null> {
  const path = outputPath({ site, ...output }, output.address);
  if (path === null || previous === null) return null;
  const file = outputFile(path);
  const before = await localDirectory(`${options.outDirectory}/${site}`).createRelease(previous);
  const bytes = await before.read(file);
  return bytes && { path, file, bytes };
}
