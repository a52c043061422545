import { setTimeout as pause } from 'node:timers/promises';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Failure, type Result, fail, ok } from '#domain/result.ts';
import type { SiteId } from '#domain/sites.ts';
import { type Client, DatabaseUnavailable } from '#content/clients/client.ts';
import type { Calls } from '#content/clients/database.ts';
import { localeSchema } from '#kinds/reading/localized-row.ts';
import { databaseNow } from '#publish/database-now.ts';
import { type BuiltChunk, type OutputBuilder, leaseSeconds } from './build-outputs.ts';
import { type Code, type CodeParts, changedTypes, codeParts } from '#publish/draw/code-parts.ts';
import type { BuildTarget } from './draw-outputs.ts';
import { MediaStore } from '#publish/commit/media.ts';
import { isPage, outputKindSchema, sitemapKindSchema } from '#publish/output.ts';
import type { Log } from '#publish/log.ts';
import type { PendingMedia } from '#publish/commit/pending-media.ts';
import { spreadOutputs } from './spread-outputs.ts';
import { buildFile } from '#publish/targets/read-policy.ts';
import { nameBuild, retainedBuilds } from '#publish/targets/build-name.ts';
import type { PreparedSwitch, BuildWriter, Target } from '#publish/targets/target.ts';

/** Outputs built between two messages to a worker: enough to read in bulk, few enough to spread the work evenly. */
const chunkSize = 50;
/** The first and the last ones of a build: rendering begins as soon as there is something to render, and all end together. */
const smallestChunk = 8;
/** The number of code bundles whose hashed assets are retained, so that pages loaded before a deployment still find them. */
const retainedBundles = 3;

/** The pauses, in seconds, before a chunk is tried again that the database did not answer for. */
const pausesOfBuild = [1, 2, 4, 8];

export const buildSchema = z.object({
  /** Its name, by the key that file servers and builds before have. */
  release: z.string(),
  bundle: z.string(),
  csp: z.string().nullable(),
  assets: z.array(z.object({ bundle: z.string(), files: z.array(z.string()) })),
});
type Description = z.infer<typeof buildSchema>;

type BuildOptions = {
  calls: Calls;
  /** For the files of Storage. */
  client: Client;
  site: SiteId;
  target: Target;
  /** Names the code and the configuration that pages are rendered with. */
  code: Code;
  /**
   * Takes over what is the same in the build before, and reads only what may be another one. Otherwise all is read, drawn and
   * written anew, whatever the index says.
   */
  keepsUnchanged?: boolean | undefined;
  /** The bundle's client assets, published under `/_astro`, and the project's own public files. */
  assetsDirectory: string;
  /** The cache directory of media files. */
  mediaDirectory: string;
  /** See `MediaStore`. */
  mediaArrival?: ((file: string) => Promise<void>) | undefined;
  worker: string;
  /** The name of the person who has asked for it, where it is one. */
  by?: string;
  /** The published time; the moment of the database, since clocks of machines differ, where none is given. */
  at?: string;
  /** The builders that render and write chunks in parallel, for so many outputs. */
  builders: (outputs: number) => readonly OutputBuilder[];
  log: Log;
  onProgress?: (done: number, total: number) => void;
  /** Called with the number of files that are in object storage, where the site is published there. */
  onSending?: (done: number, total: number) => void;
  /** Given for a first start: the first build of a site is live before its media are. */
  pendingMedia?: Pick<PendingMedia, 'add'> | null;
};

export type BuildSummary = {
  site: SiteId;
  build: string;
  outputs: number;
  /** Of those, the ones that were taken over from the build before without being read. */
  kept: number;
  failures: { path: string; failure: Failure }[];
  milliseconds: number;
};

const startAnswer = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('started'),
    build: z.number(),
    at: z.string(),
    // Code whose parts cannot be read is code of which nothing is known.
    before: codeParts.nullable().catch(null),
    /** How far the log of which database the files go. */
    mark: z.object({ database: z.string(), seq: z.number() }),
  }),
  z.object({ status: z.literal('busy'), worker: z.string() }),
  z.object({ status: z.literal('held') }),
]);

/** How often to ask whether a release that is being prepared is live. */
const heldMilliseconds = 500;

const targetRow = z.tuple([
  outputKindSchema,
  z.number(),
  localeSchema,
  z.string().nullable(),
  sitemapKindSchema.nullable(),
  // Of its file, where that is asked for.
  z.string().nullable().default(null),
  z.string().nullable().default(null),
  z.string().nullable().default(null),
  z.number().nullable().default(null),
  z.boolean().nullable().default(false),
]);

/** The outputs of a site, as `build_targets` answers. */
export const targetsAnswer = z.array(
  targetRow.transform(([kind, ref, locale, address, listed, place, given, hash, size, isCurrent]): BuildTarget => {
    const last = place === null || hash === null || size === null ? null : { path: place, given, hash, size };
    return { kind, ref, locale, address, listed, last, isCurrent: isCurrent ?? false };
  }),
);

/**
 * Builds a site anew: every output into a build of its own, which becomes live by one switch at the end. Visitors see
 * the old build until then, and changes that arrive meanwhile are published afterwards.
 */
export async function buildSite(options: BuildOptions): Promise<Result<BuildSummary>> {
  const { calls, site, target } = options;
  const began = performance.now();
  const name = nameBuild();
  const { start, live } = await startBuild(options, name);
  if (start.status === 'busy') {
    return fail('conflict', `The ${site} site is being built by ${start.worker}. Wait until that build ends.`);
  }
  const { build: number, mark } = start;
  const at = options.at ?? new Date(start.at).toISOString();
  const keep = () => callFunction(calls, 'build_keep', z.boolean(), { p_build: number, p_lease_seconds: leaseSeconds });
  const finish = async (outcome: 'live' | 'failed') => {
    const step = () =>
      callFunction(calls, 'build_finish', z.boolean(), { p_build: number, p_outcome: outcome, p_at: at });
    while (await step());
    return callFunction(calls, 'build_outcome', z.string().nullable(), { p_build: number });
  };
  let own: PreparedSwitch | null = null;
  try {
    const writer = await target.createBuild(name);
    own = await target.prepareSwitch(name, { number, kind: 'build' });
    if (!(await keep())) return await giveUp(site, own);
    await target.takeOver(number);
    // A run or a build that has stood still may have switched until now.
    const previous = await target.currentBuild();
    const before = previous === live ? start.before : null;
    const outputs = await readTargets(options, { at, before });
    const { csps, kept, failures } = await buildAll(options, { number, at, previous, writer }, outputs);
    if (csps.size > 1) {
      options.log.warn(
        { site, policies: csps.size },
        'Pages differ in their content security policy; the first is served',
      );
    }
    const findBuildBefore = await readBefore(target, previous);
    const description: Description = {
      release: name,
      bundle: options.code.bundle,
      // Where no page has told it, all were kept or failed: those that visitors get were drawn under the policy of the build before.
      csp: [...csps][0] ?? findBuildBefore?.description.csp ?? null,
      assets: await addAssets(options, findBuildBefore, writer),
    };
    await writer.write(buildFile, new TextEncoder().encode(`${JSON.stringify(description, null, 2)}\n`));
    if (!(await keep())) return await giveUp(site, own);
    await target.note(mark);
    if (!(await commitSwitch(own, keep, options.onSending))) return await giveUp(site, own);
    await target.forgetOthers(mark);
    // Somebody has taken over since it was live: whatever he makes live comes after it.
    if ((await finish('live')) !== 'live') return await giveUp(site, own);
    await target.prune(retainedBuilds);
    const milliseconds = performance.now() - began;
    return ok({ site, build: name, outputs: outputs.length, kept, failures, milliseconds });
  } catch (error) {
    // Whoever has ended it has the site now, and what has failed of it is no matter.
    const isOver = (await keep().catch(() => null)) === false;
    if (isOver && own) return await giveUp(site, own);
    await own?.discard();
    await finish('failed').catch(() => {});
    throw error;
  }
}

/** Reserves the site for a build, when nobody keeps others from publishing any more. `live`: the build that was current then. */
async function startBuild(
  options: BuildOptions,
  name: string,
): Promise<{ start: Exclude<z.output<typeof startAnswer>, { status: 'held' }>; live: string | null }> {
  const { calls, site, target, worker } = options;
  // What waits in the queue was committed before the build reads anything, so it need not be published again after it.
  const takeIn = () => callFunction(calls, 'publish_take_in', z.boolean(), { p_at: options.at ?? databaseNow });
  while (await takeIn());
  for (;;) {
    const live = await target.currentBuild();
    const places = (await target.allMarks()).map((mark) => ({ site, ...mark }));
    const start = await callFunction(calls, 'build_start', startAnswer, {
      p_site: site,
      p_name: name,
      p_bundle: options.code.bundle,
      p_code: options.code.parts,
      p_worker: worker,
      p_lease_seconds: leaseSeconds,
      p_places: places,
      p_number_above: await target.largestNumber(),
      p_live: live ?? undefined,
      p_by: options.by,
    });
    if (start.status !== 'held') return { start, live };
    await pause(heldMilliseconds);
  }
}

/** Ends a build that another one, or a roll-back, has taken over from. What visitors get is theirs. */
async function giveUp(site: SiteId, own: PreparedSwitch): Promise<Result<never>> {
  await own.discard();
  return fail(
    'conflict',
    `The build of the ${site} site stood still for too long, or the site was put back meanwhile: others have gone on with it, and what was built is thrown away. Build it again if it is still needed.`,
  );
}

/** The outputs of a site in the order in which they are built, with what is known of those that may be taken over. */
async function readTargets(
  { calls, site, code, keepsUnchanged = false }: BuildOptions,
  { at, before }: { at: string; before: CodeParts | null },
): Promise<BuildTarget[]> {
  const changed = keepsUnchanged && before ? changedTypes(before, code.parts) : null;
  const targets = await callFunction(calls, 'build_targets', targetsAnswer, {
    p_site: site,
    p_at: at,
    p_with_files: keepsUnchanged,
    p_changed_types: changed ?? undefined,
  });
  const outputs = spreadOutputs(targets);
  if (!keepsUnchanged) return outputs;
  // The policy of the build is that of the code: one page is drawn to tell it, whatever has changed; one that was drawn well before.
  const pages = outputs.filter(({ kind }) => isPage(kind));
  const teller = pages.find(({ isCurrent }) => isCurrent) ?? pages.find(({ last }) => last);
  return outputs.map((output) =>
    output === teller ? { ...output, last: output.last && { ...output.last, given: null }, isCurrent: false } : output,
  );
}

/** Where a build is sent somewhere, that may take longer than the site is reserved for the build: it is reserved on. */
async function commitSwitch(
  own: PreparedSwitch,
  keep: () => Promise<boolean>,
  onSending: BuildOptions['onSending'],
): Promise<boolean> {
  // The next one may succeed, and who may not go on is told by the switch.
  const timer = setInterval(() => void keep().catch(() => {}), (leaseSeconds * 1000) / 4);
  try {
    return await own.commit(onSending);
  } finally {
    clearInterval(timer);
  }
}

async function buildAll(
  options: BuildOptions,
  { number, at, previous, writer }: { number: number; at: string; previous: string | null; writer: BuildWriter },
  outputs: readonly BuildTarget[],
): Promise<{ csps: Set<string>; kept: number; failures: BuiltChunk['failures'] }> {
  const { client, site, mediaDirectory } = options;
  const csps = new Set<string>();
  const failures: BuiltChunk['failures'] = [];
  const media = new MediaStore(client, mediaDirectory, {
    arrival: options.mediaArrival,
    before: options.keepsUnchanged ? previous : null,
  });
  const pending = previous === null ? (options.pendingMedia ?? null) : null;
  const later = new Set<string>();
  const bringing: Promise<unknown>[] = [];
  const builders = options.builders(outputs.length);
  const firstChunks = builders.length * smallestChunk;
  const sizeOfNext = () => {
    if (next < firstChunks) return smallestChunk;
    const share = Math.ceil((outputs.length - next) / (builders.length * 4));
    return Math.min(chunkSize, Math.max(smallestChunk, share));
  };
  let next = 0;
  let done = 0;
  let kept = 0;
  const work = async (builder: OutputBuilder) => {
    // The first that fails ends the others.
    try {
      await workOn(builder);
    } catch (error) {
      next = outputs.length;
      throw error;
    }
  };
  const workOn = async (builder: OutputBuilder) => {
    while (next < outputs.length) {
      const size = sizeOfNext();
      const chunk = outputs.slice(next, next + size);
      next += size;
      const part = { site, build: writer.build, previous, at, outputs: chunk };
      const built = await retryUnavailable(() => builder.build(part, number));
      for (const csp of built.csps) csps.add(csp);
      failures.push(...built.failures);
      kept += built.kept;
      // Nobody sees the build before it is whole: pages are rendered while the media that they show are brought.
      if (pending) for (const file of built.media) later.add(file);
      const brought = media.ensure(writer, pending ? [] : built.media);
      // Handled where the promise is awaited below.
      brought.catch(() => {});
      bringing.push(brought);
      done += chunk.length;
      options.onProgress?.(done, outputs.length);
    }
  };
  // Two chunks a builder: one is read while the other is rendered. Nothing is written any more once one of them has failed.
  await allEnded(builders.flatMap((builder) => [work(builder), work(builder)]));
  await allEnded([...builders.map((builder) => builder.finish()), ...bringing]);
  await pending?.add(site, later);
  return { csps, kept, failures };
}

/** As `Promise.all`, which does not wait for the others when one fails. */
async function allEnded(tasks: readonly Promise<unknown>[]): Promise<void> {
  const ended = await Promise.allSettled(tasks);
  for (const outcome of ended) if (outcome.status === 'rejected') throw outcome.reason;
}

/** A build of thousands of pages does not end because the database was busy for a moment: what it did not answer is asked again. */
async function retryUnavailable<T>(ask: () => Promise<T>): Promise<T> {
  for (const seconds of pausesOfBuild) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || error.isOfContent) throw error;
      await pause(seconds * 1000);
    }
  }
  return ask();
}

/** The build before, as it describes itself. */
type Before = { description: Description; files: BuildWriter };

async function readBefore(target: Target, name: string | null): Promise<Before | null> {
  if (name === null) return null;
  const files = await target.createBuild(name);
  const bytes = await files.read(buildFile);
  if (!bytes) return null;
  const description = buildSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes)));
  return description.success ? { description: description.data, files } : null;
}

async function addAssets(
  options: BuildOptions,
  before: Before | null,
  writer: BuildWriter,
): Promise<Description['assets']> {
  await writer.addImmutable(options.assetsDirectory, '');
  const files = await readdir(path.join(options.assetsDirectory, '_astro')).catch(() => []);
  const assets = [{ bundle: options.code.bundle, files: files.toSorted((a, b) => (a < b ? -1 : 1)) }];
  if (!before) return assets;
  for (const earlier of before.description.assets
    .filter(({ bundle }) => bundle !== options.code.bundle)
    .slice(0, retainedBundles - 1)) {
    for (const file of earlier.files) {
      const bytes = await before.files.read(`_astro/${file}`);
      if (bytes && !(await writer.has(`_astro/${file}`))) await writer.write(`_astro/${file}`, bytes);
    }
    assets.push(earlier);
  }
  return assets;
}
