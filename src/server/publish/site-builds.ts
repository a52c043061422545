import { type Result, fail, ok } from '#domain/result.ts';
import type { SiteId } from '#domain/sites.ts';
import { log, requestContext } from '#server/log.ts';
import type { Runtime } from '#server/runtime.ts';
import { buildSites } from './build-sites.ts';

/** A full build that this process makes for a person. */
export type RunningBuild = { site: SiteId; done: number; total: number };

const running = new WeakMap<Runtime, RunningBuild>();

/** The full build that is under way in this process; null while there is none. */
export function runningBuild(runtime: Runtime): RunningBuild | null {
  return running.get(runtime) ?? null;
}

/**
 * Begins a full build of a site, and answers at once: it takes minutes, during which the site is served as it is.
 * @param by the name of who has asked for it
 */
export function beginBuild(runtime: Runtime, site: SiteId, by: string): Result<null> {
  const { buildFiles } = runtime;
  if (!buildFiles) {
    return fail('unavailable', 'This server does not build sites: pages are rendered as they are asked for.');
  }
  const other = running.get(runtime);
  if (other) return fail('conflict', 'A site is being built already. Wait until that has ended, then try again.');
  const build: RunningBuild = { site, done: 0, total: 0 };
  running.set(runtime, build);
  // Nobody waits for it: it is no part of the request any more.
  const building = requestContext.exit(() =>
    buildSites(runtime, {
      sites: [site],
      ...buildFiles,
      by,
      onProgress: (_, done, total) => Object.assign(build, { done, total }),
    }),
  );
  building
    .then(
      (results) => {
        const result = results.get(site);
        if (result?.ok) log.info({ site, by, outputs: result.value.outputs }, 'The site was built anew');
        else log.error({ site, by, reason: result?.failure.message }, 'The site could not be built anew');
      },
      (error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        log.error({ site, by, reason }, 'The site could not be built anew');
      },
    )
    .finally(() => {
      running.delete(runtime);
      // What has changed meanwhile waited for it.
      runtime.publisher.wake();
    });
  return ok(null);
}
