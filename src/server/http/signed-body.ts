import { createHmac } from 'node:crypto';
import { type Result, fail, ok } from '#domain/result.ts';
import { isSecret, splitSecrets } from './is-secret.ts';

/** Clocks of who signs and of who checks may differ by so much. */
const skewMilliseconds = 5 * 60_000;

/**
 * When a body was signed, in milliseconds. Its signature is `t=<milliseconds>,v1=<hex>`, where the second part is the HMAC-SHA-256
 * of `<milliseconds>.<body>` under the secret, or one of two while it is turned over.
 */
export function signedAt(
  { signature, body }: { signature: string | null; body: Uint8Array },
  secret: string,
  now: number,
): Result<number> {
  const [, at = '', signed = ''] = /^t=(\d{13}),v1=([0-9a-f]{64})$/.exec(signature ?? '') ?? [];
  if (at === '') return fail('forbidden', 'The signature is missing, or has another form.');
  const expected = splitSecrets(secret).map((each) =>
    createHmac('sha256', each).update(`${at}.`).update(body).digest('hex'),
  );
  if (!isSecret(signed, expected.join(',')))
    return fail('forbidden', 'The signature is wrong: both sides need the same secret.');
  const skew = Number(at) - now;
  if (Math.abs(skew) > skewMilliseconds) {
    const seconds = Math.round(Math.abs(skew) / 1000);
    return fail(
      'forbidden',
      `It was signed ${seconds} s ${skew > 0 ? 'ahead of' : 'before'} the time here: set both clocks.`,
    );
  }
  return ok(Number(at));
}
