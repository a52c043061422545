import { isAuthApiError } from '@supabase/supabase-js';
import { z } from 'zod';
import { DatabaseUnavailable, createKeyClient, expectData } from '#content/client.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { AttemptThrottle } from '#server/http/throttle.ts';
import type { Runtime } from '#server/runtime.ts';
import { longestPasswordBytes, shortestPassword } from './password-reset.ts';
import { refusals } from './refusals.ts';
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
  })
  .nullable();
export type OwnProfile = NonNullable<z.output<typeof profile>>;

export async function readOwnProfile({ client }: Session): Promise<Result<OwnProfile>> {
  const read = await expectData('read_own_profile', client.rpc('read_own_profile'), profile);
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
  if (wait > 0) {
    const minutes = Math.ceil(wait / 60);
    return fail(
      'rate-limited',
      `Too many attempts. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`,
    );
  }
  // A session of its own: it proves the current password, and ends with the others.
  const client = createKeyClient(supabase.url, supabase.publishableKey);
  const signedIn = await client.auth.signInWithPassword({ email, password: current });
  if (signedIn.error) {
    if (isAuthApiError(signedIn.error) && signedIn.error.code === 'invalid_credentials')
      return wrong('current', 'This is not your current password');
    throw new DatabaseUnavailable('auth.signIn', signedIn.error.code ?? 'auth', signedIn.error.message);
  }
  await attempts.succeeded(email, email);
  const changed = await client.auth.updateUser({ password: next });
  if (changed.error) {
    await client.auth.signOut({ scope: 'local' });
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
