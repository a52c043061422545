import { isAuthApiError } from '@supabase/supabase-js';
import { z } from 'zod';
import type { Actor } from '#content/clients/actor.ts';
import { callFunction } from '#content/clients/call-function.ts';
import { DatabaseUnavailable, createKeyClient } from '#content/clients/client.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { AttemptThrottle } from '#server/http/throttle.ts';
import { duringRequests } from '#server/log.ts';
import type { Runtime } from '#server/runtime.ts';
import { longestPasswordBytes, shortestPassword } from './password-reset.ts';
import { refusals } from './refusals.ts';
import { type CodeOutcome, giveCode } from './second-factor.ts';
import { type Session, type SessionPlace, forgetSession } from './session.ts';

/** What members of the staff see and change of their own account. */

const profile = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(['editor', 'admin']),
    sessions: z.array(
      z
        .object({
          id: z.string(),
          began_at: z.string(),
          seen_at: z.string(),
          browser: z.string().nullable(),
          is_this: z.boolean().nullable(),
        })
        .transform(({ began_at, seen_at, is_this, ...rest }) => ({
          ...rest,
          beganAt: began_at,
          seenAt: seen_at,
          isThis: is_this ?? false,
        })),
    ),
    second_factor: z.object({ since: z.string().nullable(), codes_left: z.number() }).nullable(),
  })
  .transform(({ second_factor, ...rest }) => ({
    ...rest,
    secondFactor: second_factor && { since: second_factor.since, codesLeft: second_factor.codes_left },
  }))
  .nullable();
export type OwnProfile = NonNullable<z.output<typeof profile>>;

export async function readOwnProfile({ client }: Session): Promise<Result<OwnProfile>> {
  const read = await callFunction(client, 'read_own_profile', profile);
  return read ? ok(read) : fail('forbidden', refusals.forbidden);
}

const attempts = new AttemptThrottle({ perAddress: 8, perSubject: 8, windowSeconds: 15 * 60 });

/** Changes the own password, which takes the current one. The person's other sessions end. */
export async function changeOwnPassword(
  { supabase }: Runtime,
  session: Session,
  { email, current, next }: { email: string; current: string; next: string },
): Promise<Result<null>> {
  if (next.length < shortestPassword) return wrong('next', `A password has ${shortestPassword} characters or more`);
  if (Buffer.byteLength(next) > longestPasswordBytes)
    return wrong('next', 'This password is too long. Choose a shorter one');
  const wait = await attempts.attempt(email, email);
  if (wait > 0) return tooMany(wait);
  // A session of its own: it proves the current password, and ends with the others.
  const client = createKeyClient(supabase.url, supabase.publishableKey, duringRequests);
  const signedIn = await client.auth.signInWithPassword({ email, password: current });
  if (signedIn.error) {
    if (isAuthApiError(signedIn.error) && signedIn.error.code === 'invalid_credentials')
      return wrong('current', 'This is not your current password');
    throw new DatabaseUnavailable('auth.signIn', signedIn.error.code ?? 'auth', signedIn.error.message);
  }
  await attempts.succeeded(email, email);
  // That session has the password alone. With a second factor, Auth takes the change from one that has given the code.
  const hasSecondFactor = signedIn.data.user.factors?.some(({ status }) => status === 'verified') ?? false;
  const changed = await (hasSecondFactor ? session.client : client).auth.updateUser({ password: next });
  if (changed.error) {
    await client.auth.signOut({ scope: 'local' });
    if (changed.error.code === 'insufficient_aal' || changed.error.code === 'reauthentication_needed')
      return fail(
        'forbidden',
        'Sign out, and sign in again with a code of your app. Then you can change the password.',
      );
    if (changed.error.code === 'same_password') return wrong('next', 'This is your password already. Choose another');
    if (isAuthApiError(changed.error) && changed.error.status === 422)
      return wrong('next', 'This password is too easy to guess. Choose another');
    throw new DatabaseUnavailable('auth.updateUser', changed.error.code ?? 'auth', changed.error.message);
  }
  await endOtherSessions(session);
  return ok(null);
}

function wrong(field: 'current' | 'next', message: string): Result<never> {
  return fail('invalid', 'The password was not changed.', [{ path: [field], message }]);
}

/** Ends all sessions of the person but this one. */
export async function endOtherSessions({ client }: Session): Promise<void> {
  const { error } = await client.auth.signOut({ scope: 'others' });
  if (error) throw new DatabaseUnavailable('auth.signOut', error.code ?? 'auth', error.message);
}

/** Ends all sessions of the person, this one as well. */
export async function endAllSessions(session: Session, request: Request, place: SessionPlace): Promise<void> {
  const { error } = await session.client.auth.signOut({ scope: 'global' });
  if (error) throw new DatabaseUnavailable('auth.signOut', error.code ?? 'auth', error.message);
  session.cookies.push(...forgetSession(request, place));
  session.isEnded = true;
}

/** Ends one session of the person, on whatever device it is. */
export async function endOneSession({ service, userId }: Actor, id: string): Promise<Result<null>> {
  const { status } = await callFunction(service, 'end_session', z.object({ status: z.enum(['ended', 'none']) }), {
    p_actor: userId,
    p_session_id: id,
  });
  return status === 'ended' ? ok(null) : fail('not-found', 'You are signed out there already.');
}

/** Ends the own second factor, which takes a code of it. */
export async function endSecondFactor(
  { session, actor }: { session: Session; actor: Actor },
  { code, address }: { code: string; address: string },
): Promise<Result<null>> {
  const outcome = await giveCode(
    { client: session.client, service: actor.service, userId: actor.userId, address },
    code,
  );
  if (!outcome.ok) return refuseCode(outcome);
  await callFunction(actor.service, 'end_second_factor', z.unknown(), {
    p_actor: actor.userId,
    p_user_id: actor.userId,
  });
  return ok(null);
}

function refuseCode({ problem, retryAfterSeconds }: Extract<CodeOutcome<unknown>, { ok: false }>): Result<never> {
  const wrongCode = (message: string) => fail('invalid', 'Nothing was changed.', [{ path: ['code'], message }]);
  switch (problem) {
    case 'incomplete':
      return wrongCode('Enter the six digits of your app, or a recovery code');
    case 'refused':
      return wrongCode('This code is not right');
    case 'used':
      return wrongCode('This code was used already. Wait for the next one');
    case 'throttled':
      return tooMany(retryAfterSeconds);
    case 'unavailable':
      return fail('unavailable', 'The code could not be checked. Try again in a minute.');
  }
}

function tooMany(seconds: number): Result<never> {
  const minutes = Math.ceil(seconds / 60);
  return fail(
    'rate-limited',
    `Too many attempts. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`,
  );
}
