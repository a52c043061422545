import { setImmediate } from 'node:timers/promises';
import type { Locale } from '#domain/locales.ts';
import type { Failure } from '#domain/result.ts';
import type { SiteId } from '#domain/sites.ts';
import { outputFile } from '#edge/output-file.ts';
import type { Calls } from '#content/clients/database.ts';
import type { Origins } from '#kinds/reading/context.ts';
import { Source } from '#content/source/source.ts';
import type { CodeParts } from '#publish/draw/code-parts.ts';
import { isSameDrawing } from '#publish/draw/drawing-key.ts';
import { unwritable } from '#publish/failure-record.ts';
import { hashBytes } from '#publish/hash-bytes.ts';
import { makeTurns } from '#domain/in-turn.ts';
import { mediaIn } from '#publish/draw/media-in.ts';
import { allowMedia } from '#publish/draw/media-policy.ts';
import { type OutputKind, type SitemapKind, outputPath } from '#publish/output.ts';
import { type Drawn, type RenderPage, type Rendered, Renderer } from '#publish/draw/render.ts';
import { localDirectory } from '#publish/targets/local-directory.ts';
import type { BuildWriter } from '#publish/targets/target.ts';
import { isUnwritableName } from '#publish/targets/unwritable.ts';

export type BuildTarget = {
  kind: OutputKind;
  ref: number;
  locale: Locale;
  address: string | null;
  listed: SitemapKind | null;
  /** Its file in the build before, where that may be taken over: a document was drawn from nothing that has a name. */
  last: (Omit<Drawn, 'given'> & { given: string | null }) | null;
  /** Nothing that it shows has changed since, nor the code that it is drawn with: it need not be read. */
  isCurrent: boolean;
};

/** A part of a build: plain data, so that it can be sent to a worker. */
export type BuildChunk = {
  site: SiteId;
  build: string;
  previous: string | null;
  at: string;
  outputs: readonly BuildTarget[];
};

/** An output that a build has read: its entry for the index, and its data for the build. */
export type BuiltOutput = KeptOutput & {
  path: string | null;
  tags: string[];
  types: string[];
  hash: string | null;
  given: string | null;
  bytes: number;
  next_change_at: string | null;
  failure: Failure | null;
  csp: string | null;
};

/** An output whose file was taken over from the build before without being read: its entry of the index stays. */
export type KeptOutput = Pick<BuildTarget, 'kind' | 'ref' | 'locale' | 'listed'> & {
  /** Storage paths of the media files that it shows. */
  media: readonly string[];
};

type DrawnChunk = { built: BuiltOutput[]; kept: KeptOutput[] };

export type DrawOptions = {
  calls: Calls;
  origins: Origins;
  renderPage: RenderPage;
  /** See `RendererOptions`. */
  code?: CodeParts | undefined;
  /** Where each site's builds are. */
  outDirectory: string;
};

type OpenBuild = { writer: BuildWriter; renderer: Renderer };

/** Renders the outputs of chunks and writes their files, all in this thread. What is current is taken over as it is. */
export function drawOutputs(options: DrawOptions): (chunk: BuildChunk) => Promise<DrawnChunk> {
  let build: { name: string; opened: Promise<OpenBuild> } | null = null;
  const inTurn = makeTurns();

  /** One source serves a build: changes during the build are published when it has finished. */
  function openBuild({ site, build: name, at }: BuildChunk): Promise<OpenBuild> {
    if (build?.name === `${site}/${name}`) return build.opened;
    const open = async () => ({
      writer: await localDirectory(`${options.outDirectory}/${site}`).createBuild(name),
      renderer: new Renderer({
        calls: options.calls,
        source: new Source(options.calls, { site, view: 'published', at }),
        origins: options.origins,
        renderPage: options.renderPage,
        code: options.code,
      }),
    });
    build = { name: `${site}/${name}`, opened: open() };
    return build.opened;
  }

  return async (chunk) => {
    const { site, previous } = chunk;
    const { writer, renderer } = await openBuild(chunk);
    const built: BuiltOutput[] = [];
    const kept: KeptOutput[] = [];
    const read: BuildTarget[] = [];
    for (const output of chunk.outputs) {
      const one = await keep(writer, { site, previous }, output);
      if (one) kept.push(one);
      else read.push(output);
      // Files are linked and read at once: the server answers visitors in between, and the index is told.
      if (one) await setImmediate();
    }
    const rendering = renderer.renderAll(
      read.map((output) => ({ site, ...output })),
      async ({ last }, path, given) => {
        if (last?.path !== path || last.given === null || !isSameDrawing(last.given, given)) return null;
        return (await takeOver(writer, previous, last)) ? { ...last, given } : null;
      },
    );
    // A chunk is read while the one before is rendered, and rendered after that.
    await inTurn(async () => {
      for await (const { output, rendered } of rendering) {
        built.push(await writeOutput(options, writer, output, rendered, previous));
        // Lets I/O proceed: rendering is synchronous.
        await setImmediate();
      }
    });
    return { built, kept };
  };
}

/** Takes an output over that need not be read; null for any other, and where its file is not there as the index has it. */
async function keep(
  writer: BuildWriter,
  { site, previous }: { site: SiteId; previous: string | null },
  output: BuildTarget,
): Promise<KeptOutput | null> {
  const { kind, ref, locale, listed, address, last, isCurrent } = output;
  if (!isCurrent || last?.path !== outputPath({ site, ...output }, address)) return null;
  const bytes = await takeOver(writer, previous, last);
  return bytes && { kind, ref, locale, listed, media: mediaIn(new TextDecoder().decode(bytes)) };
}

async function takeOver(
  writer: BuildWriter,
  previous: string | null,
  { path, hash }: { path: string; hash: string },
): Promise<Uint8Array | null> {
  if (previous === null) return null;
  try {
    return await writer.takeOver(outputFile(path), previous, hash);
  } catch (error) {
    // It is told where its file is written.
    if (isUnwritableName(error)) return null;
    throw error;
  }
}

/** Writes the file of a rendered output, or that of the previous build if rendering failed. */
async function writeOutput(
  options: DrawOptions,
  writer: BuildWriter,
  output: BuildTarget & { site: SiteId },
  rendered: Rendered,
  previous: string | null,
): Promise<BuiltOutput> {
  const { kind, ref, locale, listed, site } = output;
  const { tags, types, nextChangeAt: next_change_at } = rendered;
  const result: BuiltOutput = {
    kind,
    ref,
    locale,
    listed,
    path: null,
    tags,
    types,
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
      result.hash = hashBytes(good.bytes);
      result.bytes = good.bytes.length;
      result.media = mediaIn(new TextDecoder().decode(good.bytes));
    }
    return result;
  }
  if (rendered.outcome === 'absent') return result;
  if (rendered.outcome === 'rendered') {
    try {
      await put(writer, output, rendered, previous);
    } catch (error) {
      if (!isUnwritableName(error)) throw error;
      return { ...result, failure: unwritable(rendered.path) };
    }
    result.csp = allowMedia(rendered.csp, options.origins.media);
  }
  result.path = rendered.path;
  result.hash = rendered.hash;
  result.given = rendered.given;
  result.bytes = rendered.size;
  result.media = rendered.media;
  return result;
}

/** Writes a file that was drawn, unless the build before has the same bytes at its place. */
async function put(
  writer: BuildWriter,
  { last }: BuildTarget,
  { path, hash, bytes }: Extract<Rendered, { outcome: 'rendered' }>,
  previous: string | null,
): Promise<void> {
  const isSame = last?.path === path && last.hash === hash;
  if (!isSame || !(await takeOver(writer, previous, last))) await writer.write(outputFile(path), bytes);
}

/** An output's file in the previous build, when it cannot be rendered now. */
async function lastGood(
  options: DrawOptions,
  { site, previous }: { site: SiteId; previous: string | null },
  output: BuildTarget,
): Promise<{ path: string; file: string; bytes: Uint8Array } | null> {
  const path = outputPath({ site, ...output }, output.address);
  if (path === null || previous === null) return null;
  const file = outputFile(path);
  const before = await localDirectory(`${options.outDirectory}/${site}`).createBuild(previous);
  const bytes = await before.read(file);
  return bytes && { path, file, bytes };
}
