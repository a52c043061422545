import { randomBytes, randomUUID } from 'node:crypto';
import { renderSVG } from 'uqr';
import { z } from 'zod';
import { signToken } from './sign-token.ts';
import { encodeBase32, isTotp } from './totp.ts';
import { type Claims, verifyToken } from './verify-token.ts';

type Answer = (request: Request) => Promise<Response>;
type Query = (sql: string, parameters: unknown[]) => Promise<Record<string, unknown>[]>;
type Options = { jwtSecret: string; api: Answer; query: Query };
/** Somebody who is signed in, with the session as Auth has it. */
type Caller = { userId: string; sessionId: string; email: string; isRaised: boolean };

/** As many as hosted Supabase has at most. */
const maxFactors = 10;
const challengeSeconds = 300;

const prefix = '/auth/v1';
const factorPath = /^\/auth\/v1\/factors(?:\/([0-9a-f-]{36})(?:\/(challenge|verify))?)?$/;

/**
 * Second factors by codes of an app, as hosted Supabase has them (`supabase.auth.mfa`) and the library does not: the calls
 * below `/factors`, the claims `aal` and `amr` of tokens, and the factors of a user. Nobody changes a password with less than
 * aal2 who has a second factor.
 */
export function addSecondFactors(options: Options): Answer {
  const { api, query } = options;
  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (request.method === 'OPTIONS') return api(request);
    if (factorPath.test(pathname)) return answerFactors(request, options);
    if (pathname === `${prefix}/user`) {
      const refused = request.method === 'PUT' ? await refuseWeakSession(request, options) : null;
      return refused ?? withFactors(await api(request), query);
    }
    if (request.method === 'POST' && (pathname === `${prefix}/token` || pathname === `${prefix}/verify`)) {
      const agent = request.headers.get('user-agent');
      const method =
        pathname === `${prefix}/verify` ? 'otp' : searchParams.get('grant_type') === 'password' ? 'password' : null;
      return completeSession(await api(request), options, method === null ? null : { method, agent });
    }
    return api(request);
  };
}

function refuse(status: number, code: string, message: string): Response {
  return Response.json({ code: status, error_code: code, msg: message }, { status });
}

async function readCaller(request: Request, { jwtSecret, query }: Options): Promise<Caller | Response> {
  const token = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  const claims: Claims | null = token === undefined ? null : verifyToken(token, jwtSecret);
  if (!claims?.sub || !claims.session_id)
    return refuse(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  const [row] = await query(
    `select s.id, coalesce(s.aal, 'aal1') as aal, u.email from auth.sessions s join auth.users u on u.id = s.user_id
      where s.id = $1 and s.user_id = $2`,
    [claims.session_id, claims.sub],
  );
  const session = z.object({ aal: z.string(), email: z.string() }).safeParse(row);
  if (!session.success) return refuse(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  const { aal, email } = session.data;
  return { userId: claims.sub, sessionId: claims.session_id, email, isRaised: aal === 'aal2' };
}

const factorRow = z.object({ id: z.string(), status: z.string(), secret: z.string(), factor_type: z.string() });

async function answerFactors(request: Request, options: Options): Promise<Response> {
  const [, id, step] = factorPath.exec(new URL(request.url).pathname) ?? [];
  const caller = await readCaller(request, options);
  if (caller instanceof Response) return caller;
  if (id === undefined) {
    return request.method === 'POST' ? enroll(request, caller, options) : refuse(405, 'bad_method', 'Only POST');
  }
  const [row] = await options.query(
    'select id, status, secret, factor_type from auth.mfa_factors where id = $1 and user_id = $2',
    [id, caller.userId],
  );
  const factor = factorRow.safeParse(row);
  if (!factor.success) return refuse(404, 'mfa_factor_not_found', 'Factor not found');
  if (request.method === 'DELETE' && step === undefined) return unenroll(factor.data, caller, options);
  if (request.method === 'POST' && step === 'challenge') return challenge(factor.data, options);
  if (request.method === 'POST' && step === 'verify') return verify(request, { factor: factor.data, caller, options });
  return refuse(405, 'bad_method', 'Method not allowed');
}

const enrollment = z.object({
  factor_type: z.literal('totp'),
  friendly_name: z.string().default(''),
  issuer: z.string().min(1).default('localhost'),
});
const counts = z.object({ all: z.number(), verified: z.number(), named: z.number() });

async function enroll(request: Request, { userId, email, isRaised }: Caller, { query }: Options): Promise<Response> {
  const asked = enrollment.safeParse(await request.json().catch(() => null));
  if (!asked.success) return refuse(400, 'validation_failed', 'factor_type needs to be totp');
  const { friendly_name: name, issuer } = asked.data;
  const [row] = await query(
    `select count(*) as all, count(*) filter (where status = 'verified') as verified,
      count(*) filter (where friendly_name = $2) as named from auth.mfa_factors where user_id = $1`,
    [userId, name],
  );
  const { all, verified, named } = counts.parse(row);
  if (named > 0)
    return refuse(422, 'mfa_factor_name_conflict', 'A factor with this friendly name for this user already exists');
  if (all >= maxFactors)
    return refuse(422, 'too_many_enrolled_mfa_factors', 'Maximum number of verified factors reached');
  if (verified > 0 && !isRaised) return refuse(403, 'insufficient_aal', 'AAL2 required to enroll a new factor');
  const id = randomUUID();
  const secret = encodeBase32(randomBytes(20));
  await query(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
      values ($1, $2, $3, 'totp', 'unverified', now(), now(), $4)`,
    [id, userId, name, secret],
  );
  const uri = `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(email)}?${new URLSearchParams({ algorithm: 'SHA1', digits: '6', issuer, period: '30', secret }).toString()}`;
  return Response.json({ id, type: 'totp', friendly_name: name, totp: { qr_code: renderSVG(uri), secret, uri } });
}

type Factor = z.infer<typeof factorRow>;

async function challenge({ id }: Factor, { query }: Options): Promise<Response> {
  const challengeId = randomUUID();
  await query(
    `with challenged as (update auth.mfa_factors set last_challenged_at = now() where id = $2)
      insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1, $2, now(), '127.0.0.1')`,
    [challengeId, id],
  );
  const expires = Math.floor(Date.now() / 1000) + challengeSeconds;
  return Response.json({ id: challengeId, type: 'totp', expires_at: expires });
}

const verification = z.object({ challenge_id: z.guid(), code: z.string().min(1) });

/** What a right code does, at once: the session is aal2, the person's sessions that are not end, and so do unfinished factors. */
const raise = `
with used as (
  update auth.mfa_challenges set verified_at = now() where id = $1 and verified_at is null returning factor_id
), factor as (
  update auth.mfa_factors f set status = 'verified', updated_at = case f.status when 'verified' then f.updated_at else now() end
  from used where f.id = used.factor_id returning f.id, f.user_id
), raised as (
  update auth.sessions s set aal = 'aal2', factor_id = factor.id, updated_at = now() from factor where s.id = $2 returning s.id
), ended as (
  delete from auth.sessions s using factor where s.user_id = factor.user_id and s.id <> $2 and coalesce(s.aal, 'aal1') = 'aal1'
), dropped as (
  delete from auth.mfa_factors o using factor where o.user_id = factor.user_id and o.id <> factor.id and o.status = 'unverified'
)
insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
select raised.id, 'totp', now(), now() from raised
on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at
returning session_id`;

async function verify(
  request: Request,
  { factor, caller, options }: { factor: Factor; caller: Caller; options: Options },
): Promise<Response> {
  const { api, query } = options;
  const asked = verification.safeParse(await request.json().catch(() => null));
  if (!asked.success) return refuse(400, 'validation_failed', 'challenge_id and code are needed');
  const [made] = await query(
    `select created_at > now() - make_interval(secs => $3) as is_fresh from auth.mfa_challenges
      where id = $1 and factor_id = $2 and verified_at is null`,
    [asked.data.challenge_id, factor.id, challengeSeconds],
  );
  if (!made) return refuse(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found');
  if (made['is_fresh'] !== true) return refuse(422, 'mfa_challenge_expired', 'MFA challenge has expired');
  if (!isTotp(asked.data.code, factor.secret, Date.now()))
    return refuse(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
  const raised = await query(raise, [asked.data.challenge_id, caller.sessionId]);
  if (raised.length === 0) return refuse(422, 'mfa_verification_failed', 'The challenge was used already');
  const [current] = await query(
    'select token from auth.refresh_tokens where session_id = $1 and not revoked order by created_at desc limit 1',
    [caller.sessionId],
  );
  const renewed = await api(
    new Request(new URL(`${prefix}/token?grant_type=refresh_token`, request.url), {
      method: 'POST',
      headers: { apikey: request.headers.get('apikey') ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: current?.['token'] }),
    }),
  );
  return completeSession(renewed, options, null);
}

async function unenroll(factor: Factor, { isRaised }: Caller, { query }: Options): Promise<Response> {
  if (factor.status === 'verified' && !isRaised)
    return refuse(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
  await query(
    `with lowered as (update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1 returning id),
      forgotten as (delete from auth.mfa_amr_claims a using lowered where a.session_id = lowered.id and a.authentication_method = 'totp')
      delete from auth.mfa_factors where id = $1`,
    [factor.id],
  );
  return Response.json({ id: factor.id });
}

async function refuseWeakSession(request: Request, options: Options): Promise<Response | null> {
  const body = z.looseObject({ password: z.string().min(1) }).safeParse(
    await request
      .clone()
      .json()
      .catch(() => null),
  );
  if (!body.success) return null;
  const caller = await readCaller(request, options);
  if (caller instanceof Response || caller.isRaised) return null;
  const found = await options.query(
    `select 1 from auth.mfa_factors where user_id = $1 and status = 'verified' limit 1`,
    [caller.userId],
  );
  return found.length === 0
    ? null
    : refuse(401, 'insufficient_aal', 'AAL2 session is required to update email or password when MFA is enabled.');
}

const user = z.looseObject({ id: z.string() });
const grant = z.looseObject({ access_token: z.string(), user });

/** Names how a session was signed in to, in the tables and in its token. */
async function completeSession(
  response: Response,
  { jwtSecret, query }: Options,
  signIn: { method: string; agent: string | null } | null,
): Promise<Response> {
  const read = response.ok ? grant.safeParse(await response.clone().json()) : null;
  const claims = read?.success ? verifyToken(read.data.access_token, jwtSecret) : null;
  if (!read?.success || !claims?.session_id) return response;
  if (signIn) {
    await query(
      `with told as (update auth.sessions set user_agent = $3 where id = $1)
        insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at) values ($1, $2, now(), now())
        on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
      [claims.session_id, signIn.method, signIn.agent],
    );
  }
  const [session] = await query(
    `select coalesce(s.aal, 'aal1') as aal, coalesce((
        select jsonb_agg(jsonb_build_object('method', a.authentication_method, 'timestamp', floor(extract(epoch from a.updated_at)))
          order by a.updated_at desc)
        from auth.mfa_amr_claims a where a.session_id = s.id
      ), '[]') as amr
      from auth.sessions s where s.id = $1`,
    [claims.session_id],
  );
  const token = signToken({ ...claims, ...session }, jwtSecret);
  const body = { ...read.data, access_token: token, user: await addFactors(read.data.user, query) };
  return Response.json(body, { status: response.status, headers: withoutLength(response.headers) });
}

async function withFactors(response: Response, query: Query): Promise<Response> {
  const read = response.ok ? user.safeParse(await response.clone().json()) : null;
  if (!read?.success) return response;
  const body = await addFactors(read.data, query);
  return Response.json(body, { status: response.status, headers: withoutLength(response.headers) });
}

async function addFactors(person: z.infer<typeof user>, query: Query): Promise<object> {
  const factors = await query(
    `select id, created_at, updated_at, status, friendly_name, factor_type, last_challenged_at
      from auth.mfa_factors where user_id = $1 order by created_at`,
    [person.id],
  );
  return factors.length === 0 ? person : { ...person, factors };
}

function withoutLength(headers: Headers): Headers {
  const copy = new Headers(headers);
  copy.delete('content-length');
  return copy;
}
