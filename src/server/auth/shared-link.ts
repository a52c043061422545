import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { parseCookieHeader, serializeCookieHeader } from '@supabase/ssr';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { Client } from '#content/clients/client.ts';
import type { Calls } from '#content/clients/database.ts';
import type { Json } from '#database/database.types.ts';

/**
 * Links by which people without an account see a release: a number, a secret, and a signature, without which the database is not even
 * asked. The database has the hash of the secret. The cookie is the token of a link; it is read where a release or a file of it is
 * asked for, and nowhere else.
 */

const sharedCookie = 'release_preview';

/** What a token names: the number of a link and the hash of its secret. */
export type LinkKey = { id: number; hash: string };

/** A link as somebody has opened it. `unknown`: nobody has made it. */
export type SharedLink =
  | { state: 'unknown' }
  | (LinkKey & { state: 'open' | 'expired' | 'revoked'; release: number; expiresAt: string });

const sign = (linkSecret: string, id: number, secret: string): Buffer =>
  createHmac('sha256', linkSecret)
    .update(JSON.stringify([id, secret]))
    .digest();

const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** A secret of a new link, with what the database stores of it. */
export function makeSecret(): { secret: string; hash: string } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashSecret(secret) };
}

export function makeToken(linkSecret: string, id: number, secret: string): string {
  return `${id}.${secret}.${sign(linkSecret, id, secret).toString('base64url')}`;
}

/** What a token names; null for one that this server has not signed. */
export function readToken(linkSecret: string, token: string): LinkKey | null {
  const [, number, secret, signature] = /^([1-9]\d{0,14})\.([\w-]{43})\.([\w-]{43})$/.exec(token) ?? [];
  if (number === undefined || secret === undefined || signature === undefined) return null;
  const id = Number(number);
  const signed = Buffer.from(signature, 'base64url');
  return timingSafeEqual(sign(linkSecret, id, secret), signed) ? { id, hash: hashSecret(secret) } : null;
}

type Place = { linkSecret: string; serviceClient: Client };

const openedRow = z
  .object({ release: z.number(), expires_at: z.string(), state: z.enum(['open', 'expired', 'revoked']) })
  .nullable();

/** What a token opens now. */
export async function openToken(token: string, { linkSecret, serviceClient }: Place): Promise<SharedLink> {
  const key = readToken(linkSecret, token);
  if (!key) return { state: 'unknown' };
  const row = await callFunction(serviceClient, 'open_shared', openedRow, { p_link: key.id, p_hash: key.hash });
  return row ? { ...key, state: row.state, release: row.release, expiresAt: row.expires_at } : { state: 'unknown' };
}

function readCookie(request: Request): string | null {
  const cookies = parseCookieHeader(request.headers.get('cookie') ?? '');
  return cookies.find(({ name }) => name === sharedCookie)?.value ?? null;
}

/** Whether a browser has opened a link, of whatever kind. */
export function hasSharedLink(request: Request): boolean {
  return readCookie(request) !== null;
}

/** The link that a browser has opened; null where it has not. */
export async function readSharedLink(request: Request, place: Place): Promise<SharedLink | null> {
  const token = readCookie(request);
  return token === null ? null : openToken(token, place);
}

/** For so long after its end a link is still known, so that whoever comes back is told that it has ended. */
const rememberedSeconds = 30 * 24 * 60 * 60;

/** The cookie of a link that was opened; without a token it is taken away. */
export function sharedCookieHeader(opened: { token: string; expiresAt: string } | null, secure: boolean): string {
  const seconds = opened ? rememberedSeconds + Math.floor((Date.parse(opened.expiresAt) - Date.now()) / 1000) : 0;
  return serializeCookieHeader(sharedCookie, opened?.token ?? '', {
    httpOnly: true,
    sameSite: 'lax',
    secure,
    path: '/',
    maxAge: seconds,
  });
}

/** Notes which files a page shows that somebody looks at by a link: these may be asked for. */
export async function noteSharedMedia(service: Client, { id, hash }: LinkKey, names: Iterable<string>): Promise<void> {
  const shown = [...names];
  if (shown.length === 0) return;
  await callFunction(service, 'note_shared_media', z.unknown(), { p_link: id, p_hash: hash, p_names: shown });
}

/** Whether the release of a link has shown a file, and still does. */
export async function maySeeMedium(service: Client, { id, hash }: LinkKey, name: string): Promise<boolean> {
  return callFunction(service, 'may_see_medium', z.boolean(), { p_link: id, p_hash: hash, p_name: name });
}

/** Reads for an open link what the preview functions answer to staff; the database checks the link with each call. */
export function sharedCalls(service: Client, { id, hash }: LinkKey): Calls {
  return {
    rpc: (name, args) =>
      // What calls are given is JSON.
      service.rpc('read_shared', { p_link: id, p_hash: hash, p_call: name, p_args: (args ?? {}) as Json }),
  };
}
