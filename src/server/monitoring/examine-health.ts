import { z } from 'zod';
import { answerWithin } from '#content/clients/answer-within.ts';
import { expectData } from '#content/clients/client.ts';
import type { Calls } from '#content/clients/database.ts';
import { describeError } from '#domain/describe-error.ts';
import { siteIds } from '#domain/sites.ts';
import { unknownCauses, unknownReasons } from '#domain/unknown-files.ts';
import type { PublishFault } from '#publish/queue/faults.ts';
import type { Config } from '#server/config.ts';
import type { StaticFiles } from '#server/http/static-files.ts';

const answered = z.object({
  pending: z.number(),
  failed: z.number(),
  oldest_since: z.string().nullable(),
  oldest_seconds: z.number(),
  failures: z.array(
    z.object({
      site: z.string(),
      kind: z.string(),
      ref: z.number(),
      locale: z.string(),
      path: z.string().nullable(),
      code: z.string().nullable(),
      message: z.string().nullable(),
      since: z.string().nullable(),
    }),
  ),
  paused: z.array(z.object({ site: z.string(), since: z.string(), by: z.string() })),
  unknown: z.array(z.object({ site: z.string(), since: z.string(), cause: z.enum(unknownCauses) })),
  untold: z.object({ since: z.string().nullable(), seconds: z.number(), failure: z.string().nullable() }),
  last_success: z.string().nullable(),
});
type Answered = z.infer<typeof answered>;

type Status = 'ok' | 'database' | 'unpublished' | 'rebuilding' | 'paused' | 'failing' | 'waiting' | 'cache';
/** What monitoring is told: in one word, since when, and a sentence with what to do. */
type Verdict = {
  status: Status;
  state: 'ok' | 'failing' | 'paused';
  since: string | null;
  reason: string | null;
};

const well: Verdict = { status: 'ok', state: 'ok', since: null, reason: null };

/** The parts of a server process that are looked at. */
export type Examined = {
  database: Calls;
  files: Pick<StaticFiles, 'isPublished'>;
  publisher: { fault: PublishFault | null };
  mode: 'production' | 'development';
  config: Pick<Config, 'healthMaxWaitSeconds' | 'purge'>;
};

/** Milliseconds that monitoring waits for the database: what asks for the health has little patience itself. */
export const monitoringMilliseconds = 2000;

/** How the website is, and what waits in its queue; null for that where the database does not answer. */
export async function examineHealth({
  database,
  files,
  publisher,
  mode,
  config,
}: Examined): Promise<{ verdict: Verdict; queue: Answered | null }> {
  const unpublished: string[] = [];
  // In development pages are rendered on request, and nothing is published.
  for (const site of mode === 'development' ? [] : siteIds) {
    if (!(await files.isPublished(site))) unpublished.push(site);
  }
  let queue: Answered;
  try {
    const rpc = answerWithin(monitoringMilliseconds, database.rpc('publish_health', { p_sites: [...siteIds] }));
    queue = await expectData('publish_health', rpc, answered);
  } catch (error) {
    const reason = describeError(error);
    const since = publisher.fault?.since ?? new Date().toISOString();
    return { verdict: { status: 'database', state: 'failing', since, reason }, queue: null };
  }
  const limit = mode === 'development' ? Number.POSITIVE_INFINITY : config.healthMaxWaitSeconds;
  const hasCache = config.purge !== null;
  return { verdict: getVerdict(queue, { unpublished, fault: publisher.fault, limit, hasCache }), queue };
}

/** The first thing that is wrong, the one that explains the others before them. */
function getVerdict(
  { paused, unknown, failures, oldest_since, oldest_seconds, untold }: Answered,
  {
    unpublished,
    fault,
    limit,
    hasCache,
  }: { unpublished: readonly string[]; fault: PublishFault | null; limit: number; hasCache: boolean },
): Verdict {
  if (unpublished.length > 0) {
    return { ...well, status: 'unpublished', state: 'failing', reason: `Not published yet: ${unpublished.join(', ')}` };
  }
  if (fault) return { status: 'failing', state: 'failing', ...fault };
  const unwritten = failures.find(({ code }) => code === 'unavailable');
  if (unwritten) return { status: 'failing', state: 'failing', since: unwritten.since, reason: unwritten.message };
  const [strange] = unknown;
  if (strange) {
    const sites = unknown.map(({ site }) => site).join(', ');
    const reason = `${unknownReasons[strange.cause]}: ${sites}. Changes wait until the server has built what is published anew, or by hand: npm run build -- --site ${strange.site}.`;
    return { status: 'rebuilding', state: 'failing', since: strange.since, reason };
  }
  const [first] = paused;
  if (first) {
    const sites = paused.map(({ site }) => site).join(', ');
    const by = first.by === '' ? '' : ` by ${first.by}`;
    const reason = `Paused since a roll-back${by}: ${sites}. Changes wait until the next full build (npm run build -- --site ${first.site}).`;
    return { status: 'paused', state: 'paused', since: first.since, reason };
  }
  if (oldest_seconds > limit) {
    const reason = `A change has been waiting to be published for ${oldest_seconds} seconds; more than ${limit} are too many (HEALTH_MAX_WAIT_SECONDS).`;
    return { status: 'waiting', state: 'failing', since: oldest_since, reason };
  }
  if (hasCache && untold.seconds > limit) {
    const why = untold.failure === null ? '' : ` ${untold.failure}.`;
    const reason = `Visitors get old pages: the cache in front was not told of what is live for ${Math.floor(untold.seconds)} seconds.${why}`;
    return { status: 'cache', state: 'failing', since: untold.since, reason };
  }
  return well;
}
