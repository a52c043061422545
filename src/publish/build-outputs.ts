import type { Locale } from '#domain/locales.ts';
import type { Failure } from '#domain/result.ts';
import type { SiteId } from '#domain/sites.ts';
import type { Client } from '#content/client.ts';
import type { Origins } from '#content/context.ts';
import { Source } from '#content/source.ts';
import { MediaStore } from './media.ts';
import { type OutputKind, outputFile, outputPath } from './output.ts';
import { type RenderPage, Renderer } from './render.ts';
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

/** Writes wait for the disk while the next page is rendered; more at a time only cost memory. */
const concurrentWrites = 16;

/** Builds outputs in this process. */
export function localBuilder(options: BuilderOptions): OutputBuilder {
  const media = new MediaStore(options.client, options.mediaDirectory);
  const writers = new Map<string, ReleaseWriter>();

  async function writerOf(site: SiteId, release: string): Promise<ReleaseWriter> {
    const key = `${site}/${release}`;
    let writer = writers.get(key);
    if (!writer) {
      writer = await localDirectory(`${options.outDirectory}/${site}`).createRelease(release);
      writers.set(key, writer);
    }
    return writer;
  }

  return {
    async build({ site, release, previous, at, outputs }) {
      const writer = await writerOf(site, release);
      const renderer = new Renderer({
        client: options.client,
        source: new Source(options.client, { site, view: 'published', at }),
        origins: options.origins,
        renderPage: options.renderPage,
      });
      const results: BuiltOutput[] = [];
      // All outputs of a chunk ask for their rows in the same turn, which makes it one read.
      const rendering = outputs.map((output) => renderer.render({ site, ...output }));
      const writing = new Set<Promise<void>>();
      for (const [index, output] of outputs.entries()) {
        const rendered = await rendering[index];
        if (!rendered) continue;
        const result: BuiltOutput = {
          kind: output.kind,
          ref: output.ref,
          locale: output.locale,
          path: null,
          tags: rendered.tags,
          hash: null,
          bytes: 0,
          next_change_at: rendered.nextChangeAt,
          failure: null,
          csp: null,
        };
        results.push(result);
        if (rendered.outcome === 'failed') {
          result.failure = rendered.failure;
          const kept = await lastGood(options, { site, previous }, output);
          if (kept) {
            await writer.write(kept.file, kept.bytes);
            result.path = kept.path;
          }
          continue;
        }
        if (rendered.outcome === 'absent') continue;
        result.path = rendered.path;
        result.hash = rendered.hash;
        result.bytes = rendered.bytes.length;
        result.csp = rendered.csp;
        if (rendered.media.length > 0) await media.ensure(writer, rendered.media);
        const write = writer.write(outputFile(rendered.path), rendered.bytes).finally(() => writing.delete(write));
        writing.add(write);
        if (writing.size >= concurrentWrites) await Promise.race(writing);
      }
      await Promise.all(writing);
      return results;
    },
    close: async () => {},
  };
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
