import { z } from 'zod';
import { expectData } from '#content/client.ts';
import { siteIds } from '#domain/sites.ts';
import type { Runtime } from '#server/runtime.ts';

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
  last_success: z.string().nullable(),
});
type Answered = z.infer<typeof answered>;

type Status = 'ok' | 'database' | 'unpublished' | 'paused' | 'failing' | 'waiting';
/** What monitoring is told: in one word, since when, and a sentence with what to do. */
type Verdict = { status: Status; state: 'ok' | 'failing' | 'paused'; since: string | null; reason: string | null };

const well: Verdict = { status: 'ok', state: 'ok', since: null, reason: null };

/**
 * `GET /healthz`, for monitoring: 503 with the reason when the database does not answer, a site is not published or paused,
 * publishing fails, or a change has been waiting for too long. What fails because of its content is named, and no alarm.
 */
export async function health(runtime: Runtime, version: string): Promise<Response> {
  const { publisher, mode, config } = runtime;
  const unpublished: string[] = [];
  // In development pages are rendered on request, and nothing is published.
  for (const site of mode === 'development' ? [] : siteIds) {
    if (!(await runtime.files.isPublished(site))) unpublished.push(site);
  }
  let queue: Answered;
  try {
    const rpc = runtime.database.rpc('publish_health', { p_sites: [...siteIds] });
    queue = await expectData('publish_health', rpc, answered);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const since = publisher.fault?.since ?? new Date().toISOString();
    return answer(503, {
      status: 'database',
      reason,
      since,
      version,
      sites: siteIds,
      publishing: { state: 'failing', since, reason, last_success: null },
    });
  }
  const limit = mode === 'development' ? Number.POSITIVE_INFINITY : config.healthMaxWaitSeconds;
  const { status, state, since, reason } = verdictOf(queue, { unpublished, fault: publisher.fault, limit });
  return answer(status === 'ok' ? 200 : 503, {
    status,
    ...(reason === null ? {} : { reason, since }),
    version,
    sites: siteIds,
    queue: { pending: queue.pending, failed: queue.failed, oldest_seconds: queue.oldest_seconds },
    publishing: { state, since, reason, last_success: queue.last_success },
    failures: queue.failures,
  });
}

/** The first thing that is wrong, the one that explains the others before them. */
function verdictOf(
  { paused, failures, oldest_since, oldest_seconds }: Answered,
  {
    unpublished,
    fault,
    limit,
  }: { unpublished: readonly string[]; fault: Runtime['publisher']['fault']; limit: number },
): Verdict {
  if (unpublished.length > 0) {
    return { ...well, status: 'unpublished', state: 'failing', reason: `Not published yet: ${unpublished.join(', ')}` };
  }
  if (fault) return { status: 'failing', state: 'failing', ...fault };
  const unwritten = failures.find(({ code }) => code === 'unavailable');
  if (unwritten) return { status: 'failing', state: 'failing', since: unwritten.since, reason: unwritten.message };
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
  return well;
}

function answer(status: number, body: object): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
}
