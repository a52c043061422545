import { describeCause } from '#domain/describe-error.ts';
import type { PurgeOutcome } from './purge-driver.ts';

const timeout = 10_000;
/** So much of an answer is quoted. */
const quoted = 300;

type Call = { url: string; method?: string; headers: Record<string, string>; body?: string };

/**
 * Calls a service and says what it has answered. Nothing of the call is quoted: its headers hold a secret.
 *
 * @param accept whether an answer with a good status says that all was well, for services that tell in its body
 */
export async function sendPurge(
  { url, method = 'POST', headers, body }: Call,
  accept: (answer: string) => boolean = () => true,
): Promise<PurgeOutcome> {
  let response: Response;
  let answer: string;
  try {
    response = await fetch(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    });
    answer = await response.text();
  } catch (error) {
    return { ok: false, reason: `The service cannot be reached: ${describeCause(error)}`, retryAfter: null };
  }
  if (response.ok && accept(answer)) return { ok: true };
  const detail = answer.replace(/\s+/g, ' ').trim().slice(0, quoted);
  return {
    ok: false,
    reason: `The service answered ${response.status}${detail === '' ? '' : `: ${detail}`}`,
    retryAfter: parseSeconds(response.headers.get('retry-after')),
  };
}

/** `Retry-After` is a number of seconds, or a date. */
function parseSeconds(value: string | null): number | null {
  if (value === null) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(3600, Math.max(0, seconds)) : null;
}
