import { z } from 'zod';
import type { EmbeddedKeys } from './keys.ts';
import { makeRecoveryLink } from './recovery-link.ts';
import { signToken } from './sign-token.ts';

type Answer = (request: Request) => Promise<Response>;
type SignUpOptions = {
  keys: Pick<EmbeddedKeys, 'secret' | 'jwt'>;
  api: Answer;
  operatorApi: Answer;
  query: (sql: string, parameters: unknown[]) => Promise<Record<string, unknown>[]>;
};

const usersPath = '/auth/v1/admin/users';
const userPath = /^\/auth\/v1\/admin\/users\/([0-9a-f-]{36})$/;
const linkPath = '/auth/v1/admin/generate_link';
/** What visitors and editors need. The rest would make accounts (a login code does, for an unknown address) or send mail. */
const openPaths = /^\/auth\/v1\/(token|verify|logout|user|health|settings|\.well-known\/.*)$/;

/**
 * Lets only clients with the secret key add and list accounts, by `auth.admin` as on hosted Supabase (which this
 * library lacks), set their passwords, and create links for forgotten passwords, by `auth.admin.generateLink`. Others get the response of
 * hosted Supabase with sign-up switched off.
 */
export function guardSignUp({ keys, api, operatorApi, query }: SignUpOptions): Answer {
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith('/auth/v1/') || openPaths.test(pathname) || request.method === 'OPTIONS')
      return api(request);
    if (request.headers.get('apikey') !== keys.secret) {
      return pathname === usersPath || pathname === linkPath || userPath.test(pathname)
        ? refuse(403, 'not_admin', 'User not allowed')
        : refuse(422, 'signup_disabled', 'Signups not allowed for this instance');
    }
    if (request.method === 'POST' && pathname === usersPath) return createUser(request, operatorApi);
    if (request.method === 'GET' && pathname === usersPath) return listUsers(request, query);
    const id = userPath.exec(pathname)?.[1];
    if (request.method === 'PUT' && id !== undefined) return changePassword(request, id, { keys, api });
    if (request.method === 'POST' && pathname === linkPath) return makeRecoveryLink(request, operatorApi, query);
    return operatorApi(request);
  };
}

function refuse(status: number, code: string, message: string): Response {
  return Response.json({ code: status, error_code: code, msg: message }, { status });
}

async function readCode(response: Response): Promise<string | null> {
  const body = z.object({ error_code: z.string() }).safeParse(await response.clone().json());
  return body.success ? body.data.error_code : null;
}

/** A page of the accounts, of each what tells whose it is. */
async function listUsers(request: Request, query: SignUpOptions['query']): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const size = Math.min(Math.max(Number(searchParams.get('per_page')) || 50, 1), 1000);
  const page = Math.max(Number(searchParams.get('page')) || 1, 1);
  const users = await query(
    'select id, aud, role, email, created_at, updated_at from auth.users order by created_at desc, id limit $1 offset $2',
    [size, (page - 1) * size],
  );
  return Response.json({ users, aud: 'authenticated' });
}

/** Sets somebody's password, by the call of that person: the token is made for it, and lives for a moment. */
async function changePassword(
  request: Request,
  id: string,
  { keys, api }: Pick<SignUpOptions, 'keys' | 'api'>,
): Promise<Response> {
  const body = z.object({ password: z.string() }).safeParse(await request.json().catch(() => null));
  if (!body.success) return refuse(400, 'validation_failed', 'Only passwords are changed');
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: id, aud: 'authenticated', role: 'authenticated', iat: now, exp: now + 10 };
  const answer = await api(
    new Request(new URL('/auth/v1/user', request.url), {
      method: 'PUT',
      headers: {
        apikey: request.headers.get('apikey') ?? '',
        authorization: `Bearer ${signToken(claims, keys.jwt)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body.data),
    }),
  );
  // Hosted Supabase takes the same password again from an operator.
  const isSame = answer.status === 422 && (await readCode(answer)) === 'same_password';
  return isSame ? Response.json({ id }) : answer;
}

async function createUser(request: Request, operatorApi: Answer): Promise<Response> {
  const body: unknown = await request.json().catch(() => null);
  if (typeof body !== 'object' || body === null || !('email' in body) || !('password' in body)) {
    return refuse(400, 'validation_failed', 'A new user needs an email and a password');
  }
  const response = await operatorApi(
    new Request(new URL('/auth/v1/signup', request.url), {
      method: 'POST',
      headers: { apikey: request.headers.get('apikey') ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({
        email: body.email,
        password: body.password,
        data: 'user_metadata' in body ? body.user_metadata : {},
      }),
    }),
  );
  if (response.status === 422 && (await readCode(response)) === 'user_already_exists')
    return refuse(422, 'email_exists', 'A user with this email address has already been registered');
  if (!response.ok) return response;
  const { user } = z.object({ user: z.unknown() }).parse(await response.json());
  return Response.json(user);
}
