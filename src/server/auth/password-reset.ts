import { isAuthApiError } from '@supabase/supabase-js';
import { z } from 'zod';
import { describeError } from '#domain/describe-error.ts';
import type { Locale } from '#domain/locales.ts';
import { type SiteId, withLocale } from '#domain/sites.ts';
import { createKeyClient, expectData } from '#content/clients/client.ts';
import { translateFor } from '#ui/i18n/translate.ts';
import { duringRequests, log } from '#server/log.ts';
import { readForm } from '#server/http/read-form.ts';
import type { Runtime } from '#server/runtime.ts';
import { readOwnStaff } from './session.ts';
import { type Entered, enterWith } from './sign-in.ts';
import { readSiteName } from './site-title.ts';
import { AttemptThrottle } from '#server/http/throttle.ts';

/** As `supabase/config.toml` asks; 72 bytes are what bcrypt reads of a password. */
export const shortestPassword = 12;
export const longestPasswordBytes = 72;

/** The page that reset e-mails link to, in the user's language. */
const newPasswordPath = '/login/new-password';

const requests = new AttemptThrottle({ perAddress: 20, perSubject: 4, windowSeconds: 60 * 60 });
const uses = new AttemptThrottle({ perAddress: 20, perSubject: 8, windowSeconds: 15 * 60 });

type ResetRequest =
  | { ok: true }
  | { ok: false; problem: 'incomplete' | 'throttled'; email: string; retryAfterSeconds: number };

/**
 * Requests an e-mail with a link to set a new password. The answer is the same whether there is an account or not, and does
 * not wait for the e-mail, so that its time shows nothing either.
 */
export async function requestReset(
  request: Request,
  address: string,
  { runtime, site, locale }: { runtime: Runtime; site: SiteId; locale: Locale },
): Promise<ResetRequest> {
  const email = (await readForm(request))?.get('email')?.trim() ?? '';
  if (email.length > 320 || !z.email().safeParse(email).success) {
    return { ok: false, problem: 'incomplete', email: email.slice(0, 320), retryAfterSeconds: 0 };
  }
  const wait = await requests.attempt(address, email);
  if (wait > 0) return { ok: false, problem: 'throttled', email, retryAfterSeconds: wait };
  sendLink(runtime, email.toLowerCase(), site, locale).catch((error: unknown) => {
    log.error({ reason: describeError(error) }, 'A mail for a new password did not go out');
  });
  return { ok: true };
}

async function sendLink(runtime: Runtime, email: string, site: SiteId, locale: Locale): Promise<void> {
  const { serviceClient: client } = runtime;
  const staff = await expectData(
    'staff',
    client.from('staff').select('email').eq('email', email).is('disabled_at', null).maybeSingle(),
    z.object({ email: z.string() }).nullable(),
  );
  if (!staff) return;
  const page = resetPage(runtime, site, locale);
  const t = translateFor(locale);
  const website = await readSiteName(client, site, locale, page);
  await mailLink(runtime, email, page, (link) => ({
    subject: t('reset.mailSubject', { website }),
    text: t('reset.mailText', { website, link }),
  }));
}

/** The page at which a password is set with the link of a mail. */
export function resetPage({ config }: Runtime, site: SiteId, locale: Locale): string {
  return `${config.origins[site]}${withLocale(locale, newPasswordPath)}`;
}

/** Mails a link to set a password, which is good for an hour. Where Supabase sends its own mail, the words are its own. */
export async function mailLink(
  runtime: Runtime,
  email: string,
  page: string,
  words: (link: string) => { subject: string; text: string },
): Promise<void> {
  const { sendMail, supabase } = runtime;
  if (sendMail) return sendMail({ to: email, ...words(`${page}?token=${await makeToken(runtime, email)}`) });
  const client = createKeyClient(supabase.url, supabase.publishableKey, duringRequests);
  const { error } = await client.auth.resetPasswordForEmail(email, { redirectTo: page });
  if (error) throw error;
}

/** A token for one use, within an hour. */
async function makeToken({ serviceClient }: Runtime, email: string): Promise<string> {
  const { data, error } = await serviceClient.auth.admin.generateLink({ type: 'recovery', email });
  if (error) throw error;
  return data.properties.hashed_token;
}

export type NewPasswordProblem = 'expired' | 'short' | 'long' | 'different' | 'weak' | 'throttled' | 'unavailable';

export const newPasswordStatus: Record<NewPasswordProblem, number> = {
  expired: 410,
  short: 400,
  long: 400,
  different: 400,
  weak: 400,
  throttled: 429,
  unavailable: 503,
};

type NewPassword =
  /** Null where the person has to sign in with it. */
  | { ok: true; entered: Entered | null }
  | { ok: false; problem: NewPasswordProblem; token: string | null; retryAfterSeconds: number };

/** A token as a mail carries it; null for what cannot be one. */
export function readToken(token: string | null | undefined): string | null {
  return token && /^[\w-]{16,200}$/.test(token) ? token : null;
}

/** Sets the password that was typed on the page of a mail's link. Wherever the person is signed in, it ends, and begins here. */
export async function setNewPassword(request: Request, address: string, runtime: Runtime): Promise<NewPassword> {
  const form = await readForm(request);
  const token = readToken(form?.get('token'));
  const password = form?.get('password') ?? '';
  const failed = (problem: NewPasswordProblem, next = token, retryAfterSeconds = 0): NewPassword => ({
    ok: false,
    problem,
    token: next,
    retryAfterSeconds,
  });
  if (!token) return failed('expired');
  // Errors that need no token must not use it up.
  if (password.length < shortestPassword) return failed('short');
  if (Buffer.byteLength(password) > longestPasswordBytes) return failed('long');
  if (password !== form?.get('repeated')) return failed('different');
  const wait = await uses.attempt(address, token);
  if (wait > 0) return failed('throttled', token, wait);

  const client = createKeyClient(runtime.supabase.url, runtime.supabase.publishableKey, duringRequests);
  const verified = await client.auth.verifyOtp({ type: 'recovery', token_hash: token });
  if (verified.error) {
    if (isAuthApiError(verified.error) && verified.error.status < 500 && verified.error.status !== 429) {
      return failed('expired', null);
    }
    await uses.undecided(address, token);
    return failed('unavailable', token, 60);
  }
  const { user } = verified.data;
  if (!user?.email || !(await readOwnStaff(client, user.id))) {
    await client.auth.signOut({ scope: 'local' });
    return failed('expired', null);
  }
  // As the server: Auth lets nobody with a second factor change the password by a mail alone. Signing in takes the code all the same.
  const changed = await runtime.serviceClient.auth.admin.updateUserById(user.id, { password });
  if (changed.error) {
    await client.auth.signOut({ scope: 'local' });
    // The token is used up: the page continues with another one.
    const problem = isAuthApiError(changed.error) && changed.error.status === 422 ? 'weak' : 'unavailable';
    return failed(problem, await makeToken(runtime, user.email).catch(() => null));
  }
  const { error } = await client.auth.signOut({ scope: 'global' });
  if (error) log.error({ reason: error.message }, 'Sessions of before a new password could not be ended');
  await uses.succeeded(address, token);
  return { ok: true, entered: await enterWith(request, runtime, { email: user.email, password }) };
}
