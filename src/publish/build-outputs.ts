import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { Locale } from '#domain/locales.ts';
import type { Failure } from '#domain/result.ts';
import type { SiteId } from '#domain/sites.ts';
import { expectData } from '#content/client.ts';
import type { Calls } from '#content/database.ts';
import type { Origins } from '#kinds/reading/context.ts';
import { Source } from '#content/source.ts';
import { failureRecord, unwritable } from './failure-record.ts';
import { allowMedia } from './media-policy.ts';
import { type OutputKind, type SitemapKind, outputFile, outputPath } from './output.ts';
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

/** An output of a build: what the index is told of it, and what the release needs beside it. */
export type BuiltOutput = {
  kind: OutputKind;
  ref: number;
  locale: Locale;
  listed: SitemapKind | null;
  path: string | null;
  tags: string[];
  hash: string | null;
  bytes: number;
  next_change_at: string | null;
  failure: Failure | null;
  csp: string | null;
  /** Storage paths of the media files that it shows. */
  media: readonly string[];
};

/** What a build keeps of a chunk that the index knows of: little, since a site has thousands of outputs. */
export type BuiltChunk = {
  failures: { path: string; failure: Failure }[];
  csps: string[];
  media: string[];
};

export type OutputBuilder = {
  build: (chunk: BuildChunk, build: number) => Promise<BuiltChunk>;
  /** Answers when the index knows of every output that was built. */
  finish: () => Promise<void>;
  close: () => Promise<void>;
};

export type DrawOptions = {
  calls: Calls;
  origins: Origins;
  renderPage: RenderPage;
  /** Where each site's releases are. */
  outDirectory: string;
};

/** Outputs written down in the index by one call: enough to make it cheap, few enough that nobody waits for the last ones. */
const registeredAtOnce = 125;
/** How long a build stays reserved for whoever writes down an output of it. */
export const leaseSeconds = 60;

type OpenRelease = { writer: ReleaseWriter; renderer: Renderer };

/**
 * Builds outputs in this thread and writes them down in the index while the next ones are drawn. What the index is told stays
 * here: thousands of tags would otherwise be sent to the main thread and be kept until the build ends.
 */
export function localBuilder(options: DrawOptions): OutputBuilder {
  const draw = drawOutputs(options);
  const unregistered: BuiltOutput[] = [];
  const registrations: Promise<unknown>[] = [];
  let running = 0;

  function register(): void {
    const p_outputs = unregistered
      .splice(0)
      .map(({ csp: _, media: __, failure, ...output }) => ({ ...output, failure: failure && failureRecord(failure) }));
    if (p_outputs.length === 0) return;
    const registration = expectData(
      'build_register',
      options.calls.rpc('build_register', { p_build: running, p_lease_seconds: leaseSeconds, p_outputs }),
      z.unknown(),
    );
    // Whoever finishes is told.
    registration.catch(() => {});
    registrations.push(registration);
  }

  return {
    async build(chunk, build) {
      running = build;
      const outputs = await draw(chunk);
      unregistered.push(...outputs);
      if (unregistered.length >= registeredAtOnce) register();
      return {
        failures: outputs.flatMap(({ path, failure }) => (failure ? [{ path: path ?? '', failure }] : [])),
        csps: [...new Set(outputs.flatMap(({ csp }) => csp ?? []))],
        media: [...new Set(outputs.flatMap(({ media }) => media))],
      };
    },
    async finish() {
      register();
      await Promise.all(registrations.splice(0));
    },
    close: async () => {},
  };
}

/** What draws the outputs of chunks and writes their files, all in this thread. */
export function drawOutputs(options: DrawOptions): (chunk: BuildChunk) => Promise<BuiltOutput[]> {
  let release: { name: string; opened: Promise<OpenRelease> } | null = null;
  let turn = Promise.resolve();

  /** One source serves a release: what changes while it is built is published anew when the build has finished. */
  function openRelease({ site, release: name, at }: BuildChunk): Promise<OpenRelease> {
    if (release?.name === `${site}/${name}`) return release.opened;
    const open = async () => ({
      writer: await localDirectory(`${options.outDirectory}/${site}`).createRelease(name),
      renderer: new Renderer({
        calls: options.calls,
        source: new Source(options.calls, { site, view: 'published', at }),
        origins: options.origins,
        renderPage: options.renderPage,
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
    // A chunk reads while the one before is drawn, and waits with its own drawing until that is done.
    const before = turn;
    const { promise, resolve } = Promise.withResolvers<void>();
    turn = promise;
    await before;
    try {
      for await (const { output, rendered } of rendering) {
        results.push(await write(writer, output, rendered, previous));
        // Lets answers and messages in: drawing itself never waits for anything.
        await setImmediate();
      }
    } finally {
      resolve();
    }
    return results;
  };

  async function write(
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
      bytes: 0,
      next_change_at,
      failure: null,
      csp: null,
      media: [],
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
    try {
      await writer.write(outputFile(rendered.path), rendered.bytes);
    } catch (error) {
      if (!isUnwritableName(error)) throw error;
      return { ...result, failure: unwritable(rendered.path) };
    }
    result.path = rendered.path;
    result.hash = rendered.hash;
    result.bytes = rendered.size;
    result.csp = allowMedia(rendered.csp, options.origins.media);
    result.media = rendered.media;
    return result;
  }
}

/** The file that an output had in the release before, for an output that cannot be rendered now. */
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
