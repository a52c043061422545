import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { type SiteId, isSiteId, siteIds } from '#domain/sites.ts';
import { findBuildBefore } from '#publish/targets/find-build-before.ts';
import { log } from '#server/log.ts';
import { noteLive } from '#server/archive/note-live.ts';
import { noteOrLater } from '#server/archive/note-or-later.ts';
import type { Runtime } from '#server/runtime.ts';

/** Who puts a site back: an administrator, or an account of the machine, as in `anna@build-3`. */
type RollbackBy = { userId: string } | { account: string };

/** `isNoted`: the history of the site has it; where it has not, it gets it later by itself. */
type RolledBack = { build: string; isNoted: boolean };

/**
 * Serves a site from the build before the current one. Changes wait in the queue until the next full build.
 *
 * @param by who does it, for the notices of every screen; the rights of an administrator are checked by the database
 * @param expected the build that the person has been told of; another one is a conflict
 */
export async function rollbackSite(
  runtime: Runtime,
  site: string,
  by: RollbackBy = { account: '' },
  expected: string | null = null,
): Promise<Result<RolledBack>> {
  if (!isSiteId(site))
    return fail('invalid', `There is no site ${JSON.stringify(site)}. The sites are ${siteIds.join(', ')}.`);
  const previous = await findBuildBefore(runtime.targets[site]);
  if (!previous) return fail('not-found', `The ${site} site has no earlier build to go back to.`);
  if (expected !== null && expected !== previous) {
    return fail('conflict', 'The site has become another one since this screen was opened. Look at it again.');
  }
  const target = runtime.targets[site];
  const common = {
    p_site: site,
    p_name: previous,
    p_worker: runtime.worker,
    p_number_above: await target.largestNumber(),
  };
  // The pause is written down first: a publisher must not write into the build that is about to be replaced, and a build that is under
  // way must not replace what is put back.
  const number = await ('userId' in by
    ? callFunction(runtime.serviceClient, 'roll_site_back', z.number(), { ...common, p_actor: by.userId })
    : callFunction(runtime.database, 'build_rollback', z.number(), { ...common, p_by: by.account }));
  if (!(await switchBack(runtime, { site, build: previous, number })))
    return fail(
      'conflict',
      `The ${site} site was built or put back by somebody else meanwhile, which counts. Look at how it is now.`,
    );
  await runtime.purger?.purgeSite(site);
  const isNoted =
    runtime.config.historyDays === 0 ||
    (await noteOrLater(() => noteLive(runtime, site), {
      onFailure: (reason) => log.error({ site, reason }, 'A site is back, and its history could not be noted yet'),
    }));
  return ok({ build: previous, isNoted });
}

/** False when a build or another roll-back has taken over since. */
async function switchBack(
  { database, targets }: Runtime,
  { site, build, number }: { site: SiteId; build: string; number: number },
): Promise<boolean> {
  const target = targets[site];
  const own = await target.prepareSwitch(build, { number, kind: 'rollback' });
  try {
    if (!(await callFunction(database, 'build_keep', z.boolean(), { p_build: number, p_lease_seconds: 0 })))
      return false;
    await target.takeOver(number);
    return await own.commit();
  } finally {
    await own.discard();
  }
}
