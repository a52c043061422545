import { isAuthApiError } from '@supabase/supabase-js';
import type { Client } from '#content/clients/client.ts';
import { readForm } from '#server/http/read-form.ts';
import { findAccountToAsk } from './account-to-ask.ts';
import { safeNext } from './safe-next.ts';
import { isSecureHost } from '#server/config.ts';
import { waitForStep } from './even-time.ts';
import { deviceCookieHeader, readDevice } from './known-device.ts';
import { SignInThrottle } from './sign-in-throttle.ts';
import { type Needs, type SessionPlace, markerCookieHeader, readOwnStaff, sessionClient } from './session.ts';

/** Why a sign-in failed. A wrong password and a user who is not on the staff get the same answer. */
export type SignInProblem = 'incomplete' | 'refused' | 'throttled' | 'unavailable';

export const problemStatus: Record<SignInProblem, number> = {
  incomplete: 400,
  refused: 401,
  throttled: 429,
  unavailable: 503,
};

type SignIn =
  /** With the password alone, where a code or a second factor is missing yet. */
  | { ok: true; next: string; cookies: string[]; needs: Needs | null }
  | { ok: false; problem: SignInProblem; next: string | null; email: string; retryAfterSeconds: number };

/** A session that has begun, with the password alone where a code or a second factor is missing yet. */
export type Entered = { cookies: string[]; needs: Needs | null };

const throttle = new SignInThrottle();

type Place = SessionPlace & { deviceSecret: string; serviceClient: Client };

/**
 * Signs in with the form of the sign-in page: only staff get a session. A refusal has the same text after the same
 * time, whether there is such an account or not.
 */
export async function signIn(request: Request, address: string, place: Place): Promise<SignIn> {
  const began = performance.now();
  const form = await readForm(request);
  const next = form?.get('next') ?? null;
  const email = form?.get('email')?.trim() ?? '';
  const password = form?.get('password') ?? '';
  const failed = (problem: SignInProblem, retryAfterSeconds = 0): SignIn => ({
    ok: false,
    problem,
    next,
    email,
    retryAfterSeconds,
  });
  if (email === '' || password === '' || email.length > 320 || password.length > 1000) return failed('incomplete');

  const device = readDevice(request, place.deviceSecret, email);
  const attempt = { address, account: email, device };
  const wait = throttle.attempt(attempt);
  if (wait > 0) return failed('throttled', wait);

  const { client, cookies } = sessionClient(request, place);
  const asked = await findAccountToAsk(place.serviceClient, email);
  const { data, error } = await client.auth.signInWithPassword({ email: asked, password });
  if (error) {
    // Only an answer about the password counts as a failure of it.
    if (isAuthApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429) {
      await waitForStep(began);
      return failed('refused');
    }
    throttle.undecided(attempt);
    return failed(error.status === 429 ? 'throttled' : 'unavailable', 60);
  }
  const own = await readOwnStaff(client, data.user.id);
  if (!own) {
    await client.auth.signOut({ scope: 'local' });
    await waitForStep(began);
    return failed('refused');
  }
  throttle.succeeded(attempt);
  return { ok: true, next: safeNext(next), ...entered(request, place, { email, device, cookies, needs: own.needs }) };
}

function entered(
  request: Request,
  place: Place,
  { email, device, cookies, needs }: Entered & { email: string; device: string | null },
): Entered {
  if (needs !== null) return { cookies, needs };
  const known = deviceCookieHeader(place.deviceSecret, email, device, isSecureHost(place.config, request));
  return { cookies: [...cookies, markerCookieHeader(request, place, true), known], needs };
}

/** Signs in somebody who has just set the password; null where that is not possible at the moment. */
export async function enterWith(
  request: Request,
  place: Place,
  { email, password }: { email: string; password: string },
): Promise<Entered | null> {
  const { client, cookies } = sessionClient(request, place);
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  const own = error ? null : await readOwnStaff(client, data.user.id);
  if (!own) return null;
  return entered(request, place, {
    email,
    device: readDevice(request, place.deviceSecret, email),
    cookies,
    needs: own.needs,
  });
}
