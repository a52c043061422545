import { createServerClient, parseCookieHeader, serializeCookieHeader } from '@supabase/ssr';
import { z } from 'zod';
import { isAuthError, isAuthRetryableFetchError } from '@supabase/supabase-js';
import { type Client, DatabaseUnavailable } from '#content/client.ts';
import type { Database } from '#content/database.types.ts';

/** Readable by the page's bootstrap, so that a cached page shows the toolbar to editors only. It says nothing secret and allows nothing. */
export const markerCookie = 'signed_in';

/** Supabase's cookies; a long session is split into several, numbered. */
const sessionCookie = /^sb-.*-auth-token(\.\d+)?$/;

const maxAgeSeconds = 12 * 60 * 60;

export type Staff = { userId: string; email: string; role: 'editor' | 'admin' };

export type Session = {
  /** Acts with the rights of whoever is signed in. */
  client: Client;
  /** Signed in, whether on the staff or not. */
  userId: string | null;
  /** Signed in, on the staff, and not disabled; null otherwise. */
  staff: Staff | null;
  /** `Set-Cookie` values to send with the response, when the session was renewed or ended. */
  cookies: string[];
  /** Signed out by this request. */
  isEnded: boolean;
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
        parseCookieHeader(request.headers.get('cookie') ?? '')
          .map(({ name, value }) => ({ name, value: value ?? '' }))
          // A session that cannot be decoded is none; the library would print a warning with its trace.
          .filter(({ name, value }) => !sessionCookie.test(name) || /^(base64-)?[\w-]*$/.test(value)),
      setAll: (all) => {
        for (const { name, value, options } of all) {
          cookies.push(
            serializeCookieHeader(name, value, {
              ...options,
              // The library asks for 400 days; a cookie that it deletes keeps its age of 0.
              maxAge: options.maxAge === 0 ? 0 : maxAgeSeconds,
              httpOnly: true,
              sameSite: 'lax',
              secure: isSecure,
              path: '/',
            }),
          );
        }
      },
    },
  });
  return { client, cookies };
}

/** The library prints every session that it refuses, with its trace. Whoever sent it is asked to sign in; that is enough. */
export function silenceRefusedSessions(): () => void {
  const { error } = console;
  const filtered = (...values: unknown[]) => {
    if (!isAuthError(values[0])) error(...values);
  };
  console.error = filtered;
  return () => {
    if (console.error === filtered) console.error = error;
  };
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

export function hasSessionCookie(request: Request): boolean {
  return parseCookieHeader(request.headers.get('cookie') ?? '').some(({ name }) => sessionCookie.test(name));
}

/** Signs out on this machine: the session's cookies and the marker are taken away with the response. */
export async function endSession(session: Session, request: Request): Promise<void> {
  await session.client.auth.signOut({ scope: 'local' });
  // Whatever became of the session in the database, the browser does not keep it.
  for (const { name } of parseCookieHeader(request.headers.get('cookie') ?? '')) {
    if (sessionCookie.test(name))
      session.cookies.push(serializeCookieHeader(name, '', { path: '/', httpOnly: true, sameSite: 'lax', maxAge: 0 }));
  }
  session.cookies.push(markerCookieHeader(request, false));
  session.isEnded = true;
}

/** Who makes this request. A request without the session cookie costs no call. */
export async function readSession(
  request: Request,
  supabase: { url: string; publishableKey: string },
): Promise<Session> {
  const { client, cookies } = sessionClient(request, supabase);
  const nobody: Session = { client, userId: null, staff: null, cookies, isEnded: false };
  if (!hasSessionCookie(request)) return nobody;
  const { data, error } = await client.auth.getUser();
  if (error && (isAuthRetryableFetchError(error) || (error.status ?? 0) >= 500)) {
    throw new DatabaseUnavailable('auth.getUser', error.code ?? 'auth', error.message);
  }
  if (!data.user) return nobody;
  return { ...nobody, userId: data.user.id, staff: await readStaff(client, data.user.id) };
}

/** The staff row of a user, under the user's own rights: nobody sees another's. */
export async function readStaff(client: Client, userId: string): Promise<Staff | null> {
  const { data, error } = await client
    .from('staff')
    .select('role, email, disabled_at')
    .eq('user_id', userId)
    .maybeSingle();
  if (error) throw new DatabaseUnavailable('staff', error.code, error.message);
  const parsed = staffRow.safeParse(data);
  if (!parsed.success || parsed.data.disabled_at !== null) return null;
  return { userId, email: parsed.data.email, role: parsed.data.role };
}
