/** What the function needs to know, and what a test replaces. */
export type HookOptions = {
  /** What a database webhook sends in the header `x-webhook-secret`, or as a bearer token. */
  webhookSecret: string;
  /** Where the publisher answers, without a path. */
  publisherUrl: string;
  /** What the publisher expects in the header `x-publish-hook-secret`. */
  publisherSecret: string;
  fetch?: typeof fetch;
  wait?: (milliseconds: number) => Promise<void>;
  timeoutMilliseconds?: number;
};

/** Rows that change together send a request each: what arrives this soon after the first shares its wake. */
const burstMilliseconds = 50;
/** Pauses before the second and the third attempt. With the timeouts all of it stays below the 5 s of a database webhook. */
const pausesMilliseconds = [200, 600] as const;
const defaultTimeoutMilliseconds = 1200;

type Outcome = { ok: true } | { ok: false; reason: string };

/**
 * Answers a database webhook by waking the publisher. The publisher reads its queue itself, so the rows in the request do not
 * matter and any number of requests may share one wake: at most one runs, and at most one more waits behind it.
 */
export function createHandler(options: HookOptions): (request: Request) => Promise<Response> {
  const pause = options.wait ?? ((milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)));
  let running: Promise<Outcome> | null = null;
  let next: Promise<Outcome> | null = null;

  // A change may come after a wake has been sent, so a request never joins a wake that runs: it shares the one behind it.
  function wake(): Promise<Outcome> {
    if (next) return next;
    const before = running;
    next = (async () => {
      await before;
      await pause(burstMilliseconds);
      running = next;
      next = null;
      return sendWake(options, pause);
    })();
    return next;
  }

  return async (request) => {
    if (request.method !== 'POST') {
      return answer(405, 'This function is called with POST, by a database webhook.', { allow: 'POST' });
    }
    if (!(await sameSecret(givenSecret(request), options.webhookSecret))) {
      return answer(401, 'The secret is missing or wrong. Send it in the header x-webhook-secret.');
    }
    if (!(await isWebhook(request))) {
      return answer(400, 'The body is not that of a database webhook: a JSON object with type, schema and table.');
    }
    const outcome = await wake();
    return outcome.ok
      ? answer(202, 'The publisher has been woken.')
      : answer(502, `${outcome.reason} The change is in the queue and is published when the publisher looks next.`);
  };
}

async function sendWake(options: HookOptions, pause: (milliseconds: number) => Promise<void>): Promise<Outcome> {
  const url = `${options.publisherUrl.replace(/\/+$/, '')}/_publish/wake`;
  let reason = '';
  for (let attempt = 0; attempt <= pausesMilliseconds.length; attempt += 1) {
    if (attempt > 0) await pause(pausesMilliseconds[attempt - 1] ?? 0);
    try {
      const response = await (options.fetch ?? fetch)(url, {
        method: 'POST',
        headers: { 'x-publish-hook-secret': options.publisherSecret },
        // A redirect would carry the secret to wherever it leads.
        redirect: 'manual',
        signal: AbortSignal.timeout(options.timeoutMilliseconds ?? defaultTimeoutMilliseconds),
      });
      await response.body?.cancel();
      if (response.ok) return { ok: true };
      if (response.status === 401) {
        return { ok: false, reason: 'The publisher refused the secret: PUBLISH_HOOK_SECRET differs between the two.' };
      }
      reason = `The publisher answered with status ${response.status}.`;
      // What it refuses once it refuses again; only an overloaded or failing publisher is worth another attempt.
      if (response.status < 500 && response.status !== 429) return { ok: false, reason };
    } catch (error) {
      const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
      reason = isTimeout ? 'The publisher did not answer in time.' : 'The publisher cannot be reached.';
    }
  }
  return { ok: false, reason };
}

function givenSecret(request: Request): string {
  const bearer = /^bearer\s+(.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  return request.headers.get('x-webhook-secret') ?? bearer ?? '';
}

/** Compares hashes, which have one length, byte by byte to the end: the time taken says nothing about the secret. */
async function sameSecret(given: string, expected: string): Promise<boolean> {
  const hash = async (text: string) =>
    new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  const [one, other] = await Promise.all([hash(given), hash(expected)]);
  let difference = 0;
  for (let index = 0; index < one.length; index += 1) difference |= (one[index] ?? 0) ^ (other[index] ?? 0);
  return difference === 0 && expected !== '';
}

async function isWebhook(request: Request): Promise<boolean> {
  let body: unknown;
  try {
    body = await request.json();
  } catch {
    return false;
  }
  return (
    typeof body === 'object' &&
    body !== null &&
    ['type', 'schema', 'table'].every((name) => typeof Reflect.get(body, name) === 'string')
  );
}

function answer(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ status, message }, { status, headers: { 'cache-control': 'no-store', ...headers } });
}
