import { z } from 'zod';
import { type Result, fail, ok } from '#domain/result.ts';
import { isSiteId, siteIds } from '#domain/sites.ts';
import { expectData } from '#content/client.ts';
import { type Runtime, workerName } from '#server/runtime.ts';

/**
 * Serves a site from the release before the current one. Changes wait in the queue until the next full build.
 *
 * @param by who does it, for the notices of every screen: an account of the machine, as in `anna@build-3`
 */
export async function rollbackSite(runtime: Runtime, site: string, by = ''): Promise<Result<string>> {
  if (!isSiteId(site))
    return fail('invalid', `There is no site ${JSON.stringify(site)}. The sites are ${siteIds.join(', ')}.`);
  const target = runtime.targets[site];
  const current = await target.currentRelease();
  const earlier = (await target.releases()).filter((release) => current !== null && release < current);
  const previous = earlier[0];
  if (!previous) return fail('not-found', `The ${site} site has no earlier release to go back to.`);
  // The pause is written down first: a publisher must not write into the release that is about to be replaced.
  await expectData(
    'build_rollback',
    runtime.database.rpc('build_rollback', {
      p_site: site,
      p_release: previous,
      p_worker: workerName(runtime.config),
      p_by: by,
    }),
    z.unknown(),
  );
  await target.switchTo(previous);
  return ok(previous);
}
