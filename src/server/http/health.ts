import { z } from 'zod';
import { expectData } from '#content/client.ts';
import { siteIds } from '#domain/sites.ts';
import type { Runtime } from '#server/runtime.ts';

const pending = z.object({ pending: z.number(), failed: z.number() });

/** `GET /healthz`: whether sites are published and the database answers, and how much waits to be published. */
export async function health(runtime: Runtime, version: string): Promise<Response> {
  const unpublished: string[] = [];
  // In development pages are rendered on request, and nothing is published.
  for (const site of runtime.mode === 'development' ? [] : siteIds) {
    if (!(await runtime.files.isPublished(site))) unpublished.push(site);
  }
  try {
    const queue = await expectData('publish_pending', runtime.database.rpc('publish_pending'), pending);
    if (unpublished.length > 0) {
      return answer(503, { status: 'unpublished', reason: `Not published yet: ${unpublished.join(', ')}`, version });
    }
    return answer(200, {
      status: 'ok',
      version,
      sites: siteIds,
      queue: { pending: queue.pending, failed: queue.failed },
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return answer(503, { status: 'database', reason, version, sites: siteIds });
  }
}

function answer(status: number, body: object): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
}
