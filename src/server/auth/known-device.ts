import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { parseCookieHeader, serializeCookieHeader } from '@supabase/ssr';

/** Says that an account has signed in with this browser before. It allows nothing: the password is asked for all the same. */
const deviceCookie = 'known_device';

const maxAgeSeconds = 180 * 24 * 60 * 60;

function sign(secret: string, account: string, id: string): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([account.trim().toLowerCase(), id]))
    .digest();
}

/** The name of the device, if the account has signed in with it before; null for every other one. */
export function readDevice(request: Request, secret: string, account: string): string | null {
  const cookie = parseCookieHeader(request.headers.get('cookie') ?? '').find(({ name }) => name === deviceCookie);
  const [, id, signature] = /^([\w-]{22})\.([\w-]{43})$/.exec(cookie?.value ?? '') ?? [];
  if (id === undefined || signature === undefined) return null;
  return timingSafeEqual(sign(secret, account, id), Buffer.from(signature, 'base64url')) ? id : null;
}

/** The cookie by which a browser is known from now on as one of the account. */
export function deviceCookieHeader(secret: string, account: string, known: string | null, secure: boolean): string {
  const id = known ?? randomBytes(16).toString('base64url');
  return serializeCookieHeader(deviceCookie, `${id}.${sign(secret, account, id).toString('base64url')}`, {
    httpOnly: true,
    sameSite: 'lax',
    secure,
    path: '/',
    maxAge: maxAgeSeconds,
  });
}
