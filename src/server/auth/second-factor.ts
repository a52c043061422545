import { type AuthError, isAuthApiError } from '@supabase/supabase-js';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Client, DatabaseUnavailable } from '#content/clients/client.ts';
import { AttemptThrottle } from '#server/http/throttle.ts';
import { hashRecoveryCode, makeRecoveryCodes, readRecoveryCode } from './recovery-codes.ts';

/**
 * The second factor of signing in: a code of an app, which Supabase Auth checks, or a recovery code, which the database does.
 * Codes are counted, and used up, here: a session that Auth has raised by itself may do nothing (`private.is_assured`).
 */

/** Whoever tries has the password already: failures count by person, from wherever they come. */
const attempts = new AttemptThrottle({ perAddress: 20, perSubject: 8, windowSeconds: 15 * 60 });

/** A code is `used` that was right before: it works once. */
type Refusal = 'refused' | 'used';
export type CodeProblem = Refusal | 'incomplete' | 'throttled' | 'unavailable';

export const codeStatus: Record<CodeProblem, number> = {
  incomplete: 400,
  refused: 401,
  used: 401,
  throttled: 429,
  unavailable: 503,
};

export type CodeOutcome<T> = { ok: true; value: T } | { ok: false; problem: CodeProblem; retryAfterSeconds: number };

/** Who gives a code: the client whose session is raised by it, what writes for the person, and from where. */
type Giver = { client: Client; service: Client; userId: string; address: string };

/** Takes a code of the app, or a recovery code, for the session of `client`. */
export async function giveCode(giver: Giver, typed: string): Promise<CodeOutcome<null>> {
  const code = readAppCode(typed);
  if (code !== null) return attempt(giver, () => giveAppCode(giver, code));
  if (readRecoveryCode(typed) !== null) return attempt(giver, () => giveRecoveryCode(giver, typed));
  return failed('incomplete');
}

/** A factor that is not in force before a code of it was given. */
export type NewFactor = { id: string; secret: string };

/** Makes the key of a new app. What was begun before, and not finished, is forgotten. */
export async function startSecondFactor({ client }: Pick<Giver, 'client'>, issuer: string): Promise<NewFactor> {
  const known = await client.auth.mfa.listFactors();
  if (known.error) throw unavailable('auth.mfa.listFactors', known.error);
  for (const { id, status } of known.data.all) {
    if (status === 'verified') continue;
    const gone = await client.auth.mfa.unenroll({ factorId: id });
    if (gone.error) throw unavailable('auth.mfa.unenroll', gone.error);
  }
  const made = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App', issuer });
  if (made.error) throw unavailable('auth.mfa.enroll', made.error);
  return { id: made.data.id, secret: made.data.totp.secret };
}

/** Turns a new factor on by the first code of its app, and answers with the recovery codes, which nobody can read again. */
export async function confirmSecondFactor(
  giver: Giver,
  factorId: string,
  typed: string,
): Promise<CodeOutcome<string[]>> {
  const code = readAppCode(typed);
  if (code === null) return failed('incomplete');
  return attempt(giver, async () => {
    if (!(await raise(giver, factorId, code))) return 'refused';
    const codes = makeRecoveryCodes();
    const hashes = codes.map((one) => hashRecoveryCode(giver.userId, one));
    const { sessionId } = await readSessionClaims(giver.client);
    const call = { p_user_id: giver.userId, p_session_id: sessionId, p_code: code, p_hashes: hashes };
    return toRefusal(await callFunction(giver.service, 'begin_second_factor', answered, call)) ?? { value: codes };
  });
}

/** New recovery codes in place of all others. */
export async function renewRecoveryCodes({ service, userId }: Pick<Giver, 'service' | 'userId'>): Promise<string[]> {
  const codes = makeRecoveryCodes();
  const renewed = { p_actor: userId, p_hashes: codes.map((code) => hashRecoveryCode(userId, code)) };
  await callFunction(service, 'renew_recovery_codes', z.unknown(), renewed);
  return codes;
}

/** The six digits of an app as people type them; null for everything else. */
function readAppCode(typed: string): string | null {
  const digits = typed.replaceAll(/\s/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}

async function giveAppCode(giver: Giver, code: string): Promise<Refusal | { value: null }> {
  const { data, error } = await giver.client.auth.mfa.listFactors();
  if (error) throw unavailable('auth.mfa.listFactors', error);
  for (const { id } of data.totp) {
    if (!(await raise(giver, id, code))) continue;
    const { sessionId } = await readSessionClaims(giver.client);
    const call = { p_user_id: giver.userId, p_session_id: sessionId, p_code: code };
    return toRefusal(await callFunction(giver.service, 'accept_code', answered, call)) ?? { value: null };
  }
  return 'refused';
}

/** A recovery code raises no session. The tokens are renewed, since those of before do not count, wherever a copy of them is. */
async function giveRecoveryCode({ client, service, userId }: Giver, typed: string): Promise<Refusal | { value: null }> {
  const { error } = await client.auth.refreshSession();
  if (error) throw unavailable('auth.refreshSession', error);
  const { sessionId, issuedAt } = await readSessionClaims(client);
  const call = {
    p_user_id: userId,
    p_session_id: sessionId,
    p_hash: hashRecoveryCode(userId, typed),
    p_tokens_since: issuedAt.toISOString(),
  };
  return toRefusal(await callFunction(service, 'use_recovery_code', answered, call)) ?? { value: null };
}

/** Whether Auth takes a code of a factor; the session of `client` is aal2 then. */
async function raise({ client }: Giver, factorId: string, code: string): Promise<boolean> {
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code });
  if (!error) return true;
  if (isAuthApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429) return false;
  throw unavailable('auth.mfa.verify', error);
}

const answered = z.object({ status: z.enum(['accepted', 'used', 'not verified', 'refused']) });

function toRefusal({ status }: z.infer<typeof answered>): Refusal | null {
  if (status === 'accepted') return null;
  return status === 'used' ? 'used' : 'refused';
}

const claims = z
  .object({ session_id: z.guid(), iat: z.number() })
  .transform(({ session_id, iat }) => ({ sessionId: session_id, issuedAt: new Date(iat * 1000) }));

/** Of the session that a client has now. */
async function readSessionClaims({ auth }: Client): Promise<z.output<typeof claims>> {
  const { data } = await auth.getSession();
  const payload = data.session?.access_token.split('.')[1] ?? '';
  return claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
}

function failed(problem: CodeProblem, retryAfterSeconds = 0) {
  return { ok: false, problem, retryAfterSeconds } as const;
}

function unavailable(call: string, error: AuthError): DatabaseUnavailable {
  return new DatabaseUnavailable(call, error.code ?? 'auth', error.message);
}

/** An attempt counts until it was right, so that concurrent ones are no way around the limit. */
async function attempt<T>(
  { userId, address }: Giver,
  work: () => Promise<Refusal | { value: T }>,
): Promise<CodeOutcome<T>> {
  const wait = await attempts.attempt(address, userId);
  if (wait > 0) return failed('throttled', wait);
  try {
    const done = await work();
    if (typeof done === 'string') return failed(done);
    await attempts.succeeded(address, userId);
    return { ok: true, value: done.value };
  } catch (error) {
    await attempts.undecided(address, userId);
    if (error instanceof DatabaseUnavailable) return failed('unavailable', 60);
    throw error;
  }
}
