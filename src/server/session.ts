import { createServerClient, parseCookieHeader, serializeCookieHeader } from '@supabase/ssr';
import { z } from 'zod';
import type { Client } from '#content/client.ts';
import type { Database } from '#content/database.types.ts';

/** Readable by the page's bootstrap, so that a cached page shows the toolbar to editors only. It says nothing secret and allows nothing. */
export const markerCookie = 'signed_in';

const maxAgeSeconds = 12 * 60 * 60;

export type Staff = { userId: string; email: string; role: 'editor' | 'admin' };

export type Session = {
  /** Acts with the rights of whoever is signed in. */
  client: Client;
  /** Signed in, on the staff, and not disabled; null otherwise. */
  staff: Staff | null;
  /** `Set-Cookie` values to send with the response, when the session was refreshed. */
  cookies: string[];
};

const staffRow = z.object({ role: z.enum(['editor', 'admin']), email: z.string(), disabled_at: z.string().nullable() });

/** A client whose session lives in http-only cookies, and the cookies that its use sets. */
export function sessionClient(
  request: Request,
  supabase: { url: string; publishableKey: string },
): { client: Client; cookies: string[] } {
  const isSecure = new URL(request.url).protocol === 'https:';
  const cookies: string[] = [];
  const client = createServerClient<Database>(supabase.url, supabase.publishableKey, {
    cookieOptions: { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/', maxAge: maxAgeSeconds },
    cookies: {
      getAll: () =>
        parseCookieHeader(request.headers.get('cookie') ?? '').map(({ name, value }) => ({ name, value: value ?? '' })),
      setAll: (all) => {
        for (const { name, value, options } of all) {
          cookies.push(serializeCookieHeader(name, value, { ...options, httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' }));
        }
      },
    },
  });
  return { client, cookies };
}

export function markerCookieHeader(request: Request, signedIn: boolean): string {
  return serializeCookieHeader(markerCookie, signedIn ? '1' : '', {
    httpOnly: false,
    sameSite: 'lax',
    secure: new URL(request.url).protocol === 'https:',
    path: '/',
    maxAge: signedIn ? maxAgeSeconds : 0,
  });
}

/** Who makes this request. A request without the session cookie costs no call. */
export async function readSession(
  request: Request,
  supabase: { url: string; publishableKey: string },
): Promise<Session> {
  const { client, cookies } = sessionClient(request, supabase);
  if (!/(^|;\s*)sb-[^=]*-auth-token/.test(request.headers.get('cookie') ?? '')) return { client, staff: null, cookies };
  const { data } = await client.auth.getUser();
  if (!data.user) return { client, staff: null, cookies };
  return { client, staff: await readStaff(client, data.user.id), cookies };
}

/** The staff row of a user, under the user's own rights: nobody sees another's. */
export async function readStaff(client: Client, userId: string): Promise<Staff | null> {
  const { data } = await client.from('staff').select('role, email, disabled_at').eq('user_id', userId).maybeSingle();
  const parsed = staffRow.safeParse(data);
  if (!parsed.success || parsed.data.disabled_at !== null) return null;
  return { userId, email: parsed.data.email, role: parsed.data.role };
}
