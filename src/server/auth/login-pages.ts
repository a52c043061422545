import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { findLoginPath } from '#domain/addresses/login-paths.ts';
import { splitLocale, withLocale } from '#domain/sites.ts';
import { readPaused } from '#content/publishing/paused-sites.ts';
import { text } from '#edge/answers.ts';
import { sendCode, showCode } from './code-pages.ts';
import { type FormPage, type LoginFrame, readLoginFrame, goOn, renderLogin } from './login-frame.ts';
import {
  type NewPasswordProblem,
  newPasswordStatus,
  readToken,
  requestReset,
  setNewPassword,
} from './password-reset.ts';
import type { Call } from './call.ts';
import { safeNext } from './safe-next.ts';
import { sendSecondFactor, showSecondFactor } from './second-factor-pages.ts';
import { type SignInProblem, problemStatus, signIn } from './sign-in.ts';

type SignInPage = LoginFrame & {
  /** Where to go after signing in: a path of this site. */
  next: string;
  /** The e-mail of the last attempt, to fill in again. */
  email: string;
  /** Why the last attempt failed. */
  problem: SignInProblem | null;
  /** The person comes from choosing a new password. */
  hasNewPassword: boolean;
};

type ResetPage = LoginFrame & { email: string; problem: 'incomplete' | 'throttled' | null; isSent: boolean };

/** A token that is null is none, or is used up: the page leads to another mail. */
type NewPasswordPage = LoginFrame & { token: string | null; problem: NewPasswordProblem | null };

/** The data of each page for signing in. */
export type LoginPages = { login: SignInPage; reset: ResetPage; newPassword: NewPasswordPage };

/** Answers the pages for signing in and for a new password. All of them are plain forms, which need no JavaScript. */
export async function answerLogin(call: Call): Promise<Response> {
  const page = findLoginPath(splitLocale(call.site, call.url.pathname)?.rest);
  if (page === null || page === '/login/session') return text(404, 'There is no page here.');
  return call.request.method === 'POST' ? send(page, call) : show(page, call);
}

/**
 * For the toolbar of published pages, whose markup is the same for everyone: whether the visitor is signed in, with what that
 * person has to know of the site.
 */
export async function isSignedIn({ session, runtime, site }: Call): Promise<Response> {
  if (!(await session()).staff) return text(401, 'Nobody is signed in who may edit this site.');
  const paused = (await readPaused(runtime.serviceClient)).filter((one) => one.site === site);
  return paused.length === 0
    ? new Response(null, { status: 204 })
    : Response.json({ paused }, { headers: { 'cache-control': 'no-store' } });
}

async function show(page: FormPage, asked: Call): Promise<Response> {
  const { url, locale } = asked;
  switch (page) {
    case '/login': {
      const next = safeNext(url.searchParams.get('next'), withLocale(locale, '/'));
      const session = await asked.session();
      if (session.staff) return text(303, 'Signed in already.', { location: next });
      if (session.awaited)
        return text(303, 'Nearly signed in.', { location: goOn(session.awaited.needs, locale, next) });
      const frame = await readLoginFrame(page, asked);
      const hasNewPassword = url.searchParams.get('password') === 'new';
      return renderLogin(page, asked, { login: { ...frame, next, email: '', problem: null, hasNewPassword } });
    }
    case '/login/code':
      return showCode(asked);
    case '/login/second-factor':
      return showSecondFactor(asked);
    case '/login/reset': {
      const isSent = url.searchParams.get('sent') === 'true';
      const frame = await readLoginFrame(page, asked);
      return renderLogin(page, asked, { reset: { ...frame, email: '', problem: null, isSent } });
    }
    case '/login/new-password': {
      const token = readToken(url.searchParams.get('token'));
      const problem = token ? null : 'expired';
      const frame = await readLoginFrame(page, asked);
      return renderLogin(
        page,
        asked,
        { newPassword: { ...frame, token, problem } },
        token ? 200 : newPasswordStatus.expired,
      );
    }
  }
}

async function send(page: FormPage, asked: Call): Promise<Response> {
  const { request, site, locale, address, runtime } = asked;
  const home = withLocale(locale, '/');
  switch (page) {
    case '/login': {
      const result = await signIn(request, address, runtime);
      if (result.ok) {
        const next = safeNext(result.next, home);
        const location = result.needs === null ? next : goOn(result.needs, locale, next);
        return text(303, 'Signed in.', { location }, result.cookies);
      }
      const { problem, email, retryAfterSeconds } = result;
      const frame = await readLoginFrame(page, asked, retryAfterSeconds);
      const login = { ...frame, problem, email, next: safeNext(result.next, home), hasNewPassword: false };
      return renderLogin(page, asked, { login }, problemStatus[problem]);
    }
    case '/login/code':
      return sendCode(asked);
    case '/login/second-factor':
      return sendSecondFactor(asked);
    case '/login/reset': {
      const result = await requestReset(request, address, { runtime, site, locale });
      if (result.ok) return text(303, 'Sent.', { location: `${withLocale(locale, page)}?sent=true` });
      const { problem, email, retryAfterSeconds } = result;
      const frame = await readLoginFrame(page, asked, retryAfterSeconds);
      return renderLogin(
        page,
        asked,
        { reset: { ...frame, problem, email, isSent: false } },
        problem === 'throttled' ? 429 : 400,
      );
    }
    case '/login/new-password': {
      const result = await setNewPassword(request, address, runtime);
      if (result.ok) {
        const { entered } = result;
        if (entered === null)
          return text(303, 'Changed.', { location: `${withLocale(locale, '/login')}?password=new` });
        const location = entered.needs === null ? adminPaths.home : goOn(entered.needs, locale, adminPaths.home);
        return text(303, 'Changed.', { location }, entered.cookies);
      }
      const { problem, token, retryAfterSeconds } = result;
      const frame = await readLoginFrame(page, asked, retryAfterSeconds);
      return renderLogin(page, asked, { newPassword: { ...frame, problem, token } }, newPasswordStatus[problem]);
    }
  }
}
