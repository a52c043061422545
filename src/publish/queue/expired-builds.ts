import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { SiteId } from '#domain/sites.ts';
import type { Calls } from '#content/clients/database.ts';
import type { Target } from '#publish/targets/target.ts';

/** A build that has not said for too long that it goes on: it was killed, or stands still. */
type ExpiredBuild = { build: number; site: SiteId; name: string };

/**
 * Ends an expired build, as one that is live where it has switched. Its switch is taken away before the database is told: nothing is
 * published to the site until then, and one that goes on finds that it has ended.
 */
export async function endExpiredBuild(
  calls: Calls,
  targets: Readonly<Record<SiteId, Target>>,
  { build, site, name }: ExpiredBuild,
): Promise<void> {
  const target = targets[site];
  await target.takeOver(build + 1);
  const isLive = target.current() === name;
  const end = () => callFunction(calls, 'build_end_expired', z.boolean(), { p_build: build, p_is_live: isLive });
  while (await end());
}
