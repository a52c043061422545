import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { signedAt } from './signed-body.ts';

const now = 1_790_000_000_000;
const body = new TextEncoder().encode('{"probe":"Tokyo"}');
const sign = (secret: string, at = now) =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex')}`;

it('takes what was signed with the secret, or with the one before it', () => {
  expect(signedAt({ signature: sign('secret'), body }, 'secret', now)).toEqual({ ok: true, value: now });
  expect(signedAt({ signature: sign('old'), body }, 'new,old', now + 60_000)).toEqual({ ok: true, value: now });
});

it.each([
  ['no signature', null, /missing/],
  ['a signature in seconds', `t=1790000000,v1=${'0'.repeat(64)}`, /another form/],
  ['another secret', sign('other'), /wrong/],
  ['a moment that was changed', sign('secret').replace(`t=${now}`, `t=${now + 1}`), /wrong/],
  ['an old message', sign('secret', now - 301_000), /signed 301 s before/],
  ['one of a clock that is ahead', sign('secret', now + 400_000), /signed 400 s ahead/],
])('refuses %s', (_, signature, says) => {
  const found = signedAt({ signature, body }, 'secret', now);
  expect(found.ok ? '' : found.failure.message).toMatch(says);
});

it('refuses another body', () => {
  const other = new TextEncoder().encode('{"probe":"Paris"}');
  expect(signedAt({ signature: sign('secret'), body: other }, 'secret', now).ok).toBe(false);
});
