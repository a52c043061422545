import { availableParallelism } from 'node:os';
import { z } from 'zod';
import type { Result } from '#domain/result.ts';
import type { SiteId } from '#domain/sites.ts';
import { expectData } from '#content/client.ts';
import { type BuildSummary, buildSite } from '#publish/build.ts';
import { type OutputBuilder, localBuilder } from '#publish/build-outputs.ts';
import { log } from './log.ts';
import { renderPage } from './render-page.ts';
import { type Runtime, workerName } from './runtime.ts';

/** So many outputs are rendered before a thread that was just started can help. */
const worthAThread = 200;

const buildState = z.object({
  live: z.object({ release: z.string(), bundle: z.string(), outcome: z.string() }).nullable(),
  interrupted: z.boolean(),
});

/** Whether a site has to be built anew: never built, built from other code, or left by a build that did not end. */
export async function needsBuild(runtime: Runtime, site: SiteId): Promise<boolean> {
  const state = await expectData('build_state', runtime.serviceClient.rpc('build_state', { p_site: site }), buildState);
  if (state.live?.outcome === 'rolled-back') return false;
  const current = await runtime.targets[site].currentRelease();
  return !state.live || state.interrupted || state.live.bundle !== runtime.bundle || state.live.release !== current;
}

export type BuildSitesOptions = {
  sites: readonly SiteId[];
  /** The bundle's client assets and the project's public files. */
  assetsDirectory: string;
  at: string;
  onProgress?: (site: SiteId, done: number, total: number) => void;
};

/** Builds sites one after another, each on all processors. */
export async function buildSites(
  runtime: Runtime,
  options: BuildSitesOptions,
): Promise<Map<SiteId, Result<BuildSummary>>> {
  // Threads start while the database works out what there is to build.
  const threads = Array.from({ length: availableParallelism() - 1 }, runtime.startThread);
  const { serviceClient: client, mediaDirectory } = runtime;
  const { origins, outDirectory } = runtime.config;
  const builders: OutputBuilder[] = [
    localBuilder({ client, origins, outDirectory, mediaDirectory, renderPage }),
    ...threads,
  ];
  const buildersFor = (outputs: number) => (outputs > worthAThread ? builders : builders.slice(0, 1));
  const results = new Map<SiteId, Result<BuildSummary>>();
  try {
    for (const site of options.sites) {
      results.set(
        site,
        await buildSite({
          client,
          site,
          target: runtime.targets[site],
          bundle: runtime.bundle,
          assetsDirectory: options.assetsDirectory,
          worker: workerName(runtime.config),
          at: options.at,
          builders: buildersFor,
          log,
          ...(options.onProgress ? { onProgress: (done, total) => options.onProgress?.(site, done, total) } : {}),
        }),
      );
    }
  } finally {
    await Promise.all(builders.map((builder) => builder.close()));
  }
  return results;
}
