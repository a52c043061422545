import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { type Failure, type Result, fail, ok } from '#domain/result.ts';
import type { SiteId } from '#domain/sites.ts';
import { type Client, expectData } from '#content/client.ts';
import { localeSchema } from '#content/rows/localized.ts';
import { type BuildTarget, type BuiltOutput, type OutputBuilder, buildTarget } from './build-outputs.ts';
import { failureRecord } from './failure-record.ts';
import { outputKindSchema } from './output.ts';
import type { Log } from './publisher.ts';
import type { Target } from './targets/target.ts';

/** Outputs built between two messages to a worker: enough to read in bulk, few enough to spread the work evenly. */
const chunkSize = 50;
/** The first and the last ones of a build: drawing begins as soon as there is something to draw, and all end together. */
const smallestChunk = 8;
/** Outputs written down in the index by one call: nobody waits for the last of them for long. */
const registeredAtOnce = 250;
const leaseSeconds = 60;
/** Releases kept for rolling back. */
const keptReleases = 3;
/** Code bundles whose hashed assets are kept, so that a page read before a deployment still finds its scripts and styles. */
const keptBundles = 3;

export const releaseFile = '_release.json';
export const releaseSchema = z.object({
  release: z.string(),
  bundle: z.string(),
  csp: z.string().nullable(),
  assets: z.array(z.object({ bundle: z.string(), files: z.array(z.string()) })),
});

export type BuildOptions = {
  client: Client;
  site: SiteId;
  target: Target;
  /** Names the code and the configuration that pages are rendered with. */
  bundle: string;
  /** The bundle's client assets, published under `/_astro`, and the project's own public files. */
  assetsDirectory: string;
  worker: string;
  at: string;
  /** What renders and writes chunks side by side, for so many outputs. */
  builders: (outputs: number) => readonly OutputBuilder[];
  log: Log;
  onProgress?: (done: number, total: number) => void;
};

export type BuildSummary = {
  site: SiteId;
  release: string;
  outputs: number;
  failures: { path: string; failure: Failure }[];
  milliseconds: number;
};

const startAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('started'), build: z.number() }),
  z.object({ status: z.literal('busy'), worker: z.string() }),
]);

export const targetsAnswer = z.array(z.tuple([outputKindSchema, z.number(), localeSchema, z.string().nullable()]));

/** Names sort by time, which tells the release before; a small site is built in less than a second. */
function newRelease(): string {
  const stamp = new Date()
    .toISOString()
    .replace(/[-:.Z]/g, '')
    .replace('T', '-');
  return `${stamp}-${randomBytes(3).toString('hex')}`;
}

/**
 * Builds a site anew: every output into a release of its own, which becomes live by one switch at the end. Visitors see
 * the release before until then, and changes that arrive meanwhile are published afterwards.
 */
export async function buildSite(options: BuildOptions): Promise<Result<BuildSummary>> {
  const { client, site, target, worker } = options;
  const began = performance.now();
  const release = newRelease();
  const start = await expectData(
    'build_start',
    client.rpc('build_start', {
      p_site: site,
      p_release: release,
      p_bundle: options.bundle,
      p_worker: worker,
      p_lease_seconds: leaseSeconds,
    }),
    startAnswer,
  );
  if (start.status === 'busy') {
    return fail('conflict', `The ${site} site is being built by ${start.worker}. Wait until that build ends.`);
  }
  const finish = (outcome: 'live' | 'failed') =>
    expectData(
      'build_finish',
      client.rpc('build_finish', { p_build: start.build, p_outcome: outcome, p_at: options.at }),
      z.unknown(),
    );
  try {
    const targets = await expectData(
      'build_targets',
      client.rpc('build_targets', { p_site: site, p_at: options.at }),
      targetsAnswer,
    );
    const writer = await target.createRelease(release);
    const previous = await target.currentRelease();
    const outputs: BuildTarget[] = targets.map(([kind, ref, locale, address]) =>
      buildTarget(kind, ref, locale, address),
    );
    const built = await buildAll(options, start.build, release, previous, outputs);
    const csps = new Set(built.flatMap(({ csp }) => (csp === null ? [] : [csp])));
    if (csps.size > 1) {
      options.log.warn(
        { site, policies: csps.size },
        'Pages differ in their content security policy; the first is served',
      );
    }
    const assets = await addAssets(options, target, writer);
    const description: z.infer<typeof releaseSchema> = {
      release,
      bundle: options.bundle,
      csp: [...csps][0] ?? null,
      assets,
    };
    await writer.write(releaseFile, new TextEncoder().encode(`${JSON.stringify(description, null, 2)}\n`));
    await target.switchTo(release);
    await finish('live');
    await target.prune(keptReleases);
    const failures = built.flatMap(({ path: place, failure }) => (failure ? [{ path: place ?? '', failure }] : []));
    return ok({ site, release, outputs: built.length, failures, milliseconds: performance.now() - began });
  } catch (error) {
    await finish('failed').catch(() => {});
    throw error;
  }
}

async function buildAll(
  options: BuildOptions,
  build: number,
  release: string,
  previous: string | null,
  outputs: readonly BuildTarget[],
): Promise<BuiltOutput[]> {
  const built: BuiltOutput[] = [];
  const registrations: Promise<unknown>[] = [];
  const unregistered: BuiltOutput[] = [];
  const builders = options.builders(outputs.length);
  const firstChunks = builders.length * smallestChunk;
  const sizeOfNext = () => {
    if (next < firstChunks) return smallestChunk;
    const share = Math.ceil((outputs.length - next) / (builders.length * 4));
    return Math.min(chunkSize, Math.max(smallestChunk, share));
  };
  let next = 0;
  const register = () => {
    // Written down while the next chunks are rendered.
    const p_outputs = unregistered.splice(0).map(({ csp: _, failure, ...output }) => ({
      ...output,
      failure: failure && failureRecord(failure),
    }));
    if (p_outputs.length === 0) return;
    registrations.push(
      expectData(
        'build_register',
        options.client.rpc('build_register', { p_build: build, p_lease_seconds: leaseSeconds, p_outputs }),
        z.unknown(),
      ),
    );
  };
  const work = async (builder: OutputBuilder) => {
    while (next < outputs.length) {
      const size = sizeOfNext();
      const chunk = outputs.slice(next, next + size);
      next += size;
      const results = await builder.build({ site: options.site, release, previous, at: options.at, outputs: chunk });
      built.push(...results);
      unregistered.push(...results);
      if (unregistered.length >= registeredAtOnce) register();
      options.onProgress?.(built.length, outputs.length);
    }
  };
  // Two chunks a builder: one is read while the other is rendered.
  await Promise.all(builders.flatMap((builder) => [work(builder), work(builder)]));
  register();
  await Promise.all(registrations);
  return built;
}

async function addAssets(
  options: BuildOptions,
  target: Target,
  writer: Awaited<ReturnType<Target['createRelease']>>,
): Promise<z.infer<typeof releaseSchema>['assets']> {
  await writer.addImmutable(options.assetsDirectory, '');
  const files = await readdir(path.join(options.assetsDirectory, '_astro')).catch(() => []);
  const assets = [{ bundle: options.bundle, files: files.toSorted((a, b) => (a < b ? -1 : 1)) }];
  const current = await target.openCurrent();
  const description = await current?.read(releaseFile);
  if (!current || !description) return assets;
  const before = releaseSchema.safeParse(JSON.parse(new TextDecoder().decode(description)));
  if (!before.success) return assets;
  for (const kept of before.data.assets.filter(({ bundle }) => bundle !== options.bundle).slice(0, keptBundles - 1)) {
    for (const file of kept.files) {
      const bytes = await current.read(`_astro/${file}`);
      if (bytes && !(await writer.has(`_astro/${file}`))) await writer.write(`_astro/${file}`, bytes);
    }
    assets.push(kept);
  }
  return assets;
}
