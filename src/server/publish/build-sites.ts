import { availableParallelism } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { Result } from '#domain/result.ts';
import type { SiteId } from '#domain/sites.ts';
import { type BuildSummary, buildSite } from '#publish/build/build.ts';
import { type BuiltChunk, type OutputBuilder, localBuilder } from '#publish/build/build-outputs.ts';
import { AskedThread } from '#server/threads/asked-thread.ts';
import type { BuildQuestion, BuildWorkerData } from '#server/threads/build-worker.ts';
import { log } from '#server/log.ts';
import { renderPage } from '#astro/render-page.ts';
import { type BuildFiles, type Runtime } from '#server/runtime.ts';

/** So many outputs are rendered before a thread that was just started can help. */
const worthAThread = 200;

const buildState = z.object({
  live: z.object({ name: z.string(), bundle: z.string(), outcome: z.string() }).nullable(),
  interrupted: z.boolean(),
  unknown: z.boolean(),
});

const readState = (runtime: Runtime, site: SiteId) =>
  callFunction(runtime.database, 'build_state', buildState, { p_site: site });

/** Whether a site was built from another code bundle, so that publishers of that one publish it. */
export async function isOfOtherCode(runtime: Runtime, site: SiteId): Promise<boolean> {
  const { live } = await readState(runtime, site);
  return live?.outcome === 'live' && live.bundle !== runtime.code.bundle;
}

/**
 * Whether a site has to be built anew: never built, built from other code, left by a build that did not end, or with files of another
 * state of the database.
 */
export async function needsBuild(runtime: Runtime, site: SiteId): Promise<boolean> {
  await runtime.publisher.known.compare([site]);
  const state = await readState(runtime, site);
  if (state.unknown) return true;
  if (state.live?.outcome === 'rolled-back') return false;
  const current = await runtime.targets[site].currentBuild();
  return !state.live || state.interrupted || state.live.bundle !== runtime.code.bundle || state.live.name !== current;
}

type BuildSitesOptions = BuildFiles & {
  sites: readonly SiteId[];
  /** See `BuildOptions`. */
  by?: string;
  /** The published time, for tests; otherwise that of the database. */
  at?: string;
  onProgress?: (site: SiteId, done: number, total: number) => void;
  /** Files that are in object storage, where the site is published there. */
  onSending?: (site: SiteId, done: number, total: number) => void;
  /** See `BuildOptions`. */
  keepsUnchanged?: boolean;
  /** Whether sites that have no build yet are live before their media are: `runtime.pendingMedia` has to bring them. */
  isFirstStart?: boolean;
};

/** Builds sites one after another, each on all processors. */
export async function buildSites(
  runtime: Runtime,
  options: BuildSitesOptions,
): Promise<Map<SiteId, Result<BuildSummary>>> {
  // A build that was killed is in the way of the next one as long as its lease runs.
  await runtime.publisher.settleEnded();
  const common = {
    origins: runtime.config.origins,
    code: runtime.code.parts,
    outDirectory: runtime.config.outDirectory,
  };
  // Threads start while the database works out what there is to build.
  const threads = Array.from({ length: availableParallelism() - 1 }, () =>
    threadBuilder(options.entry, {
      role: 'build',
      supabase: { ...runtime.supabase, secretKey: options.secretKey },
      ...common,
    }),
  );
  const builders: OutputBuilder[] = [localBuilder({ ...common, calls: runtime.database, renderPage }), ...threads];
  const buildersFor = (outputs: number) => (outputs > worthAThread ? builders : builders.slice(0, 1));
  const results = new Map<SiteId, Result<BuildSummary>>();
  try {
    for (const site of options.sites) {
      const result = await buildSite({
        calls: runtime.database,
        client: runtime.serviceClient,
        site,
        target: runtime.targets[site],
        code: runtime.code,
        keepsUnchanged: options.keepsUnchanged,
        assetsDirectory: options.assetsDirectory,
        mediaDirectory: path.join(runtime.config.dataDirectory, 'media-cache'),
        mediaArrival: runtime.mediaArrival,
        pendingMedia: options.isFirstStart ? runtime.pendingMedia : null,
        // What its publisher gives back when a run has failed is not this.
        worker: `${runtime.worker} (build)`,
        ...(options.at === undefined ? {} : { at: options.at }),
        ...(options.by === undefined ? {} : { by: options.by }),
        builders: buildersFor,
        log,
        ...(options.onSending ? { onSending: (done, total) => options.onSending?.(site, done, total) } : {}),
        ...(options.onProgress ? { onProgress: (done, total) => options.onProgress?.(site, done, total) } : {}),
      });
      results.set(site, result);
      if (result.ok) await runtime.purger?.purgeSite(site);
    }
  } finally {
    await Promise.all(builders.map((builder) => builder.close()));
  }
  return results;
}

/** Builds in a thread of its own. A thread that dies fails the chunks that it was given. */
function threadBuilder(entry: URL, data: BuildWorkerData): OutputBuilder {
  const thread = new AskedThread<BuildQuestion, BuiltChunk | null>(entry, data);
  return {
    async build(chunk, build) {
      const built = await thread.ask({ chunk, build });
      if (!built) throw new Error('A build thread answered out of turn');
      return built;
    },
    async finish() {
      await thread.ask(null);
    },
    close: () => thread.close(),
  };
}
