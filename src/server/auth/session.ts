import { createServerClient, parseCookieHeader, serializeCookieHeader } from '@supabase/ssr';
import { z } from 'zod';
import { type AuthError, isAuthError, isAuthRetryableFetchError } from '@supabase/supabase-js';
import { boundedFetch, unreachable } from '#content/clients/bounded-fetch.ts';
import { callFunction } from '#content/clients/call-function.ts';
import { type Client, DatabaseUnavailable } from '#content/clients/client.ts';
import type { Database } from '#database/database.types.ts';
import type { LoginPath } from '#domain/addresses/login-paths.ts';
import { type Grant, type Role, getGrants, roles } from '#domain/rights.ts';
import { type Config, isSecureHost } from '#server/config.ts';

/** Readable by the page's bootstrap, so that a cached page shows the toolbar to editors only. It says nothing secret and allows nothing. */
const markerCookie = 'signed_in';

/**
 * The name of the session's cookie. Browsers share cookies between all ports of a host: servers side by side on one machine
 * have cookies of different names, or signing in to one would sign out of the other.
 */
function getCookieName({ config, supabase }: SessionPlace): string {
  return config.supabase
    ? `sb-${new URL(supabase.url).hostname.split('.')[0]}-auth-token`
    : `sb-embedded-${config.port}-auth-token`;
}

/** The origin, lifetime and other settings of a session; the runtime has them. */
export type SessionPlace = {
  config: Pick<Config, 'hosts' | 'publicOrigins' | 'port' | 'supabase'>;
  supabase: { url: string; publishableKey: string };
};

const maxAgeSeconds = 12 * 60 * 60;

export type Staff = {
  userId: string;
  email: string;
  role: Role;
  /** What the person may do, and where. */
  grants: readonly Grant[];
};

/** What a session lacks: a code of the second factor, or a second factor as such. */
export type Needs = 'code' | 'second factor';

export type Session = {
  /** Acts with the rights of the signed-in user. */
  client: Client;
  /** Signed in, whether on the staff or not. */
  userId: string | null;
  /** Signed in, on the staff, not disabled, and with a second factor where one is asked for; null otherwise. */
  staff: Staff | null;
  /** A member of the staff who has given the password, and what is missing yet. */
  awaited: { staff: Staff; needs: Needs } | null;
  /** `Set-Cookie` values to send with the response, when the session was renewed or ended. */
  cookies: string[];
  /** Signed out by this request. */
  isEnded: boolean;
};

const staffRow = z.object({
  role: z.enum(roles),
  email: z.string(),
  disabled_at: z.string().nullable(),
  needs: z.enum(['code', 'second factor']).nullable(),
});

const bounded = boundedFetch(() => true);

/** A client whose session lives in http-only cookies, and the cookies that its use sets. */
export function sessionClient(request: Request, place: SessionPlace): { client: Client; cookies: string[] } {
  const { supabase } = place;
  const isSecure = isSecureHost(place.config, request);
  const name = getCookieName(place);
  const cookies: string[] = [];
  // Auth notes it with the session, which its person finds in the list of the own sessions by it.
  const browser = request.headers.get('user-agent')?.slice(0, 500);
  const client = createServerClient<Database>(supabase.url, supabase.publishableKey, {
    global: { ...(browser ? { headers: { 'user-agent': browser } } : {}), fetch: bounded },
    cookieOptions: { name, httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/', maxAge: maxAgeSeconds },
    cookies: {
      getAll: () =>
        parseCookieHeader(request.headers.get('cookie') ?? '')
          .map((cookie) => ({ name: cookie.name, value: cookie.value ?? '' }))
          // A session that cannot be decoded is none; the library would print a warning with its trace.
          .filter((cookie) => !isPartOf(name, cookie.name) || /^(base64-)?[\w-]*$/.test(cookie.value)),
      setAll: (all) => {
        for (const { name: part, value, options } of all) {
          cookies.push(
            serializeCookieHeader(part, value, {
              ...options,
              // The library asks for 400 days; a cookie that it deletes has an age of 0.
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

/** The library logs every session that it refuses, with a stack trace. The user is asked to sign in, which is enough. */
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

/** The marker as it is sent with a response; `signedIn` false takes it away. */
export function markerCookieHeader(request: Request, place: SessionPlace, signedIn: boolean): string {
  return serializeCookieHeader(markerCookie, signedIn ? '1' : '', {
    httpOnly: false,
    sameSite: 'lax',
    secure: isSecureHost(place.config, request),
    path: '/',
    maxAge: signedIn ? maxAgeSeconds : 0,
  });
}

/** A long session is split into several cookies, numbered. */
function isPartOf(name: string, cookie: string): boolean {
  return cookie === name || (cookie.startsWith(`${name}.`) && /^\d+$/.test(cookie.slice(name.length + 1)));
}

function sessionCookies(request: Request, place: SessionPlace): string[] {
  const name = getCookieName(place);
  return parseCookieHeader(request.headers.get('cookie') ?? '')
    .map((cookie) => cookie.name)
    .filter((cookie) => isPartOf(name, cookie));
}

/** Whether a browser has a session with us, alive or not. */
export function hasSessionCookie(request: Request, place: SessionPlace): boolean {
  return sessionCookies(request, place).length > 0;
}

/** Cookies that delete the session and the marker. */
export function forgetSession(request: Request, place: SessionPlace): string[] {
  const gone = { path: '/', httpOnly: true, sameSite: 'lax', maxAge: 0 } as const;
  return [
    ...sessionCookies(request, place).map((name) => serializeCookieHeader(name, '', gone)),
    markerCookieHeader(request, place, false),
  ];
}

/** Signs out on this machine: the session's cookies and the marker are taken away with the response. */
export async function endSession(session: Session, request: Request, place: SessionPlace): Promise<void> {
  await session.client.auth.signOut({ scope: 'local' });
  // The browser's session is deleted even if the database call failed.
  session.cookies.push(...forgetSession(request, place));
  session.isEnded = true;
}

/**
 * Who makes this request. A request without the session cookie costs no call. A session that has ended, or whose owner may not
 * edit any more, is taken out of the browser with the response.
 */
export async function readSession(request: Request, place: SessionPlace): Promise<Session> {
  const { client, cookies } = sessionClient(request, place);
  const nobody: Session = { client, userId: null, staff: null, awaited: null, cookies, isEnded: false };
  if (!hasSessionCookie(request, place)) return nobody;
  // Renews the session when it is due. Whether it is still alive, and whose it is, is asked at once.
  const stored = await client.auth.getSession();
  const token = stored.data.session?.access_token;
  const row = token === undefined ? null : readStaffRow(client);
  // A session that has ended is refused there as well; the result below distinguishes it from a failure.
  row?.catch(() => {});
  const { data, error } =
    token === undefined ? { data: { user: null }, error: stored.error } : await client.auth.getUser(token);
  if (error && isUndecided(error)) throw new DatabaseUnavailable('auth.getUser', error.code ?? 'auth', error.message);
  if (!data.user) return { ...nobody, cookies: forgetSession(request, place), isEnded: true };
  const own = toOwnStaff(data.user.id, await row);
  const staff = own?.needs === null ? own.staff : null;
  const awaited = own && own.needs !== null ? { staff: own.staff, needs: own.needs } : null;
  // Without the marker no page loads the toolbar. The session itself is left: it says who is refused, and why.
  if (!staff) cookies.push(markerCookieHeader(request, place, false));
  return { ...nobody, userId: data.user.id, staff, awaited };
}

/** Errors that say nothing of the session itself: no answer, or too many questions. */
function isUndecided(error: AuthError): boolean {
  if (error.code === 'timeout' || error.code === unreachable) return true;
  return isAuthRetryableFetchError(error) || (error.status ?? 0) >= 500 || error.status === 429;
}

type StaffRow = z.infer<typeof staffRow>;

function readStaffRow(client: Client): Promise<StaffRow | null> {
  return callFunction(client, 'read_own_staff', staffRow.nullable());
}

type OwnStaff = { staff: Staff; needs: Needs | null };

function toOwnStaff(userId: string, row: StaffRow | null): OwnStaff | null {
  return row?.disabled_at === null
    ? { staff: { userId, email: row.email, role: row.role, grants: getGrants(row.role) }, needs: row.needs }
    : null;
}

/** Who of the staff the user is, and what the session lacks, asked under the user's own rights; null for everybody who may not edit. */
export async function readOwnStaff(client: Client, userId: string): Promise<OwnStaff | null> {
  return toOwnStaff(userId, await readStaffRow(client));
}

/** The page at which somebody signs in, or goes on with it. */
export function getSignInPage(needs: Needs | null): LoginPath {
  switch (needs) {
    case null:
      return '/login';
    case 'code':
      return '/login/code';
    case 'second factor':
      return '/login/second-factor';
  }
}

/** Cookies that the session has set; a renewed session renews the marker. */
export function listCookies(session: Session, request: Request, place: SessionPlace): string[] {
  const isRenewed = session.staff !== null && session.cookies.length > 0 && !session.isEnded;
  return isRenewed ? [...session.cookies, markerCookieHeader(request, place, true)] : session.cookies;
}
