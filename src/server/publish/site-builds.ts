import { describeError } from '#domain/describe-error.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { SiteId } from '#domain/sites.ts';
import { log, requestContext } from '#server/log.ts';
import type { BuildFiles, Runtime } from '#server/runtime.ts';
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
  if (running.has(runtime)) {
    return fail('conflict', 'A site is being built already. Wait until that has ended, then try again.');
  }
  // Nobody waits for it: it is no part of the request any more.
  void requestContext.exit(() => build(runtime, buildFiles, { site, by }));
  return ok(null);
}

/** After a build that failed, for so long no other one is begun that nobody has asked for. */
const pauseMilliseconds = 30_000;

/** Builds sites anew whose files are of another state of the database, whenever that is found, one after another until all are. */
export function rebuildUnknown(runtime: Runtime): void {
  const { buildFiles, publisher } = runtime;
  let notBefore = Number.NEGATIVE_INFINITY;
  publisher.known.onUnknown(([site]) => {
    if (!buildFiles || site === undefined || running.has(runtime) || performance.now() < notBefore) return;
    void build(runtime, buildFiles, { site, by: '', keepsUnchanged: true }).then((isBuilt) => {
      if (!isBuilt) notBefore = performance.now() + pauseMilliseconds;
    });
  });
}

/** Answers whether the site is live as it was built. */
async function build(
  runtime: Runtime,
  buildFiles: BuildFiles,
  { site, by, keepsUnchanged = false }: { site: SiteId; by: string; keepsUnchanged?: boolean },
): Promise<boolean> {
  const progress: RunningBuild = { site, done: 0, total: 0 };
  running.set(runtime, progress);
  try {
    const onProgress = (_: SiteId, done: number, total: number) => Object.assign(progress, { done, total });
    const results = await buildSites(runtime, { sites: [site], ...buildFiles, by, keepsUnchanged, onProgress });
    const result = results.get(site);
    if (result?.ok) log.info({ site, by, outputs: result.value.outputs }, 'The site was built anew');
    else log.error({ site, by, reason: result?.failure.message }, 'The site could not be built anew');
    return result?.ok === true;
  } catch (error) {
    const reason = describeError(error);
    log.error({ site, by, reason }, 'The site could not be built anew');
    return false;
  } finally {
    running.delete(runtime);
    // What has changed meanwhile waited for it.
    runtime.publisher.wake();
  }
}
