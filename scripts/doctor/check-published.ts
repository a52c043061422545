import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Client, createKeyClient } from '#content/clients/client.ts';
import { unknownRows } from '#content/publishing/paused-sites.ts';
import { describeCause } from '#domain/describe-error.ts';
import { siteIds } from '#domain/sites.ts';
import { unknownReasons } from '#domain/unknown-files.ts';
import { readPlaces } from '#publish/queue/known-files.ts';
import { makeTargets } from '#publish/targets/make-targets.ts';
import type { Config } from '#server/config.ts';
import type { Keys } from './check-keys.ts';
import { type Finding, unknown, well, wrong } from './finding.ts';

const about = 'Published files';
/** Null where no publisher has noticed it yet. */
const found = z.array(unknownRows.element.extend({ since: z.string().nullable() }));

/** Whether the published files are of the state that the database has: it may have been put back without them, or be another one. */
export async function checkPublished(config: Config, { url, secretKey }: Keys): Promise<Finding[]> {
  const calls = createKeyClient(url, secretKey);
  const unread: Finding[] = [];
  try {
    const places = await readPlaces(calls, makeTargets(config, calls), siteIds, (site, reason) => {
      const todo = 'See what is said of the bucket, and run this again.';
      unread.push(unknown(about, `what is published elsewhere of ${site} cannot be read: ${reason}`, todo));
    });
    const strange = await findUnknown(calls, places);
    if (strange.length === 0) return [...unread, well(about, 'are of the state that the database has')];
    return [...unread, ...strange.map(describe)];
  } catch (error) {
    const todo = 'Apply the migrations, and see what is said of Supabase.';
    return [unknown(about, `could not be compared with the database: ${describeCause(error)}`, todo)];
  }
}

function findUnknown(calls: Client, places: Awaited<ReturnType<typeof readPlaces>>): Promise<z.infer<typeof found>> {
  return callFunction(calls, 'find_unknown_files', found, { p_places: places });
}

function describe({ site, cause, since }: z.infer<typeof found>[number]): Finding {
  const what = unknownReasons[cause];
  const noticed = since === null ? 'no publisher has noticed it yet' : `noticed at ${since}`;
  const says = `${what.charAt(0).toLowerCase()}${what.slice(1)}: ${site}, ${noticed}. Nothing is published to it until it is built anew`;
  const todo = `Is it the right database? Then npm start and npm run publisher build the site by themselves; where neither runs: npm run build -- --site ${site}. What was saved after the state that was put back is gone.`;
  return wrong(about, says, todo);
}
