import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { siteSchema } from '#kinds/reading/localized-row.ts';
import { checkStorableJson, readBody } from '#server/http/read-body.ts';
import { signedAt } from '#server/http/signed-body.ts';
import type { Runtime } from '#server/runtime.ts';

const message = z.object({
  probe: z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u),
  reads: z
    .array(z.object({ purge: z.number().int(), path: z.string().max(2000), hash: z.string().max(64).nullable() }))
    .max(100),
  failure: z.string().max(300).nullable(),
});
const looks = z.array(z.object({ purge: z.number(), site: siteSchema, path: z.string() })).nullable();

const lookBatchSize = 50;
const bodyLimit = 256 * 1024;
/** What a probe waits for before it asks again. */
const pauseMilliseconds = { looking: 250, idle: 2000 };

/**
 * `POST /_publish/probe`: a probe elsewhere (deploy/probe.mjs) says by hash what it has read through the public addresses, and is told
 * what to read next. What it says counts by the time at which it arrives here.
 */
export async function answerProbe(request: Request, { config, database }: Runtime): Promise<Response> {
  const body = await readBody(request, bodyLimit);
  if (!body) return answer(413, { message: 'The message is too long.' });
  const signature = request.headers.get('x-probe-signature');
  const signed = signedAt({ signature, body }, config.probeSecret ?? '', Date.now());
  if (!signed.ok) return answer(401, { message: signed.failure.message });
  const json = checkStorableJson(body);
  const parsed = message.safeParse(json.ok ? json.value : null);
  if (!parsed.success) return answer(400, { message: 'The message has another form than deploy/probe.mjs sends.' });
  const { probe, reads, failure } = parsed.data;
  const found = await callFunction(database, 'probe_exchange', looks, {
    p_probe: probe,
    p_stamp: signed.value,
    p_reads: reads,
    p_limit: lookBatchSize,
    p_failure: failure ?? undefined,
  });
  if (!found) {
    const refused =
      'A message of this probe is not taken twice, nor after a later one: give each probe a name of its own.';
    return answer(409, { message: refused });
  }
  return answer(200, {
    looks: found.map(({ purge, site, path }) => ({ purge, path, url: `${config.origins[site]}${path}` })),
    pause: found.length > 0 ? pauseMilliseconds.looking : pauseMilliseconds.idle,
  });
}

function answer(status: number, body: object): Response {
  return Response.json(body, { status, headers: { 'cache-control': 'no-store' } });
}
