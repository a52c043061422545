import { siteIds } from '#domain/sites.ts';
import { examineHealth } from '#server/monitoring/examine-health.ts';
import type { Runtime } from '#server/runtime.ts';

/**
 * `GET /healthz`, for monitoring: 503 with the reason when the database does not answer, a site is not published or paused,
 * publishing fails, or a change has been waiting for too long. What fails because of its content is named, and no alarm.
 */
export async function health(runtime: Runtime, version: string): Promise<Response> {
  const { verdict, queue } = await examineHealth(runtime);
  const { status, state, since, reason } = verdict;
  return answer(status === 'ok' ? 200 : 503, {
    status,
    ...(reason === null ? {} : { reason, since }),
    version,
    sites: siteIds,
    ...(queue && {
      queue: { pending: queue.pending, failed: queue.failed, oldest_seconds: queue.oldest_seconds },
    }),
    publishing: { state, since, reason, last_success: queue?.last_success ?? null },
    ...(queue && { failures: queue.failures }),
  });
}

function answer(status: number, body: object): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
}
