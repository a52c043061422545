import { setImmediate } from 'node:timers/promises';
import type { Locale } from '#domain/locales.ts';
import type { Failure } from '#domain/result.ts';
import type { SiteId } from '#domain/sites.ts';
import { outputFile } from '#edge/output-file.ts';
import type { Calls } from '#content/database.ts';
import type { Origins } from '#kinds/reading/context.ts';
import { Source } from '#content/source.ts';
import { unwritable } from './failure-record.ts';
import { hashOf } from './hash-of.ts';
import { makeTurns } from './in-turn.ts';
import { mediaIn } from './media-in.ts';
import { allowMedia } from './media-policy.ts';
import { type OutputKind, type SitemapKind, outputPath } from './output.ts';
import { type RenderPage, type Rendered, Renderer } from './render.ts';
import { localDirectory } from './targets/local-directory.ts';
import type { ReleaseWriter } from './targets/target.ts';
import { isUnwritableName } from './targets/unwritable.ts';

export type BuildTarget = {
  kind: OutputKind;
  ref: number;
  locale: Locale;
  address: string | null;
  listed: SitemapKind | null;
};

export function buildTarget(
  kind: OutputKind,
  ref: number,
  locale: Locale,
  address: string | null,
  listed: SitemapKind | null,
): BuildTarget {
  return { kind, ref, locale, address, listed };
}

/** A part of a full build: plain data, so that it can be sent to a worker. */
export type BuildChunk = {
  site: SiteId;
  release: string;
  previous: string | null;
  at: string;
  outputs: readonly BuildTarget[];
};

/** An output of a build: its entry for the index, and its data for the release. */
export type BuiltOutput = {
  kind: OutputKind;
  ref: number;
  locale: Locale;
  listed: SitemapKind | null;
  path: string | null;
  tags: string[];
  hash: string | null;
  given: string | null;
  bytes: number;
  next_change_at: string | null;
  failure: Failure | null;
  csp: string | null;
  /** Storage paths of the media files that it shows. */
  media: readonly string[];
};

export type DrawOptions = {
  calls: Calls;
  origins: Origins;
  renderPage: RenderPage;
  /** See `RendererOptions`. */
  bundle?: string | undefined;
  /** Where each site's releases are. */
  outDirectory: string;
};

type OpenRelease = { writer: ReleaseWriter; renderer: Renderer };

/** Renders the outputs of chunks and writes their files, all in this thread. */
export function drawOutputs(options: DrawOptions): (chunk: BuildChunk) => Promise<BuiltOutput[]> {
  let release: { name: string; opened: Promise<OpenRelease> } | null = null;
  const inTurn = makeTurns();

  /** One source serves a release: changes during the build are published when it has finished. */
  function openRelease({ site, release: name, at }: BuildChunk): Promise<OpenRelease> {
    if (release?.name === `${site}/${name}`) return release.opened;
    const open = async () => ({
      writer: await localDirectory(`${options.outDirectory}/${site}`).createRelease(name),
      renderer: new Renderer({
        calls: options.calls,
        source: new Source(options.calls, { site, view: 'published', at }),
        origins: options.origins,
        renderPage: options.renderPage,
        bundle: options.bundle,
      }),
    });
    release = { name: `${site}/${name}`, opened: open() };
    return release.opened;
  }

  return async (chunk) => {
    const { site, previous } = chunk;
    const { writer, renderer } = await openRelease(chunk);
    const results: BuiltOutput[] = [];
    const rendering = renderer.renderAll(chunk.outputs.map((output) => ({ site, ...output })));
    // A chunk is read while the one before is rendered, and rendered after that.
    await inTurn(async () => {
      for await (const { output, rendered } of rendering) {
        results.push(await writeOutput(options, writer, output, rendered, previous));
        // Lets I/O proceed: rendering is synchronous.
        await setImmediate();
      }
    });
    return results;
  };
}

/** Writes the file of a rendered output, or that of the previous release if rendering failed. */
async function writeOutput(
  options: DrawOptions,
  writer: ReleaseWriter,
  output: BuildTarget & { site: SiteId },
  rendered: Rendered,
  previous: string | null,
): Promise<BuiltOutput> {
  const { kind, ref, locale, listed, site } = output;
  const { tags, nextChangeAt: next_change_at } = rendered;
  const result: BuiltOutput = {
    kind,
    ref,
    locale,
    listed,
    path: null,
    tags,
    hash: null,
    given: null,
    bytes: 0,
    next_change_at,
    failure: null,
    csp: null,
    media: [],
  };
  if (rendered.outcome === 'failed') {
    result.failure = rendered.failure;
    const good = await lastGood(options, { site, previous }, output);
    if (good) {
      await writer.write(good.file, good.bytes);
      result.path = good.path;
      result.hash = hashOf(good.bytes);
      result.bytes = good.bytes.length;
      result.media = mediaIn(new TextDecoder().decode(good.bytes));
    }
    return result;
  }
  if (rendered.outcome !== 'rendered') return result;
  try {
    await writer.write(outputFile(rendered.path), rendered.bytes);
  } catch (error) {
    if (!isUnwritableName(error)) throw error;
    return { ...result, failure: unwritable(rendered.path) };
  }
  result.path = rendered.path;
  result.hash = rendered.hash;
  result.given = rendered.given;
  result.bytes = rendered.size;
  result.csp = allowMedia(rendered.csp, options.origins.media);
  result.media = rendered.media;
  return result;
}

/** An output's file in the previous release, when it cannot be rendered now. */
async function lastGood(
  options: DrawOptions,
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
