import { z } from 'zod';
import { type Language, type Locale, languageOf } from '#domain/locales.ts';
import { type LoginPath, loginPathOf } from '#domain/login-paths.ts';
import { splitLocale, withLocale } from '#domain/sites.ts';
import { readPaused } from '#content/paused-sites.ts';
import { expectData } from '#content/client.ts';
import { localized } from '#kinds/reading/localized-row.ts';
import { localText } from '#kinds/reading/local-text.ts';
import { renderRoute } from '#astro/render-route.ts';
import { secured, text } from '#server/http/answers.ts';
import {
  type NewPasswordProblem,
  newPasswordStatus,
  readToken,
  requestReset,
  setNewPassword,
} from './password-reset.ts';
import type { Call } from './call.ts';
import { safeNext } from './safe-next.ts';
import { type SignInProblem, problemStatus, signIn } from './sign-in.ts';

/** The data of every page for signing in. Its form is sent to the page itself. */
type LoginFrame = {
  locale: Locale;
  language: Language;
  siteName: string;
  path: string;
  retryAfterSeconds: number;
};

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

const siteRow = z.object({ localized: localized({ title: z.string() }) }).nullable();

type FormPage = Exclude<LoginPath, '/login/session'>;

/** Answers the pages for signing in and for a new password. All of them are plain forms, which need no JavaScript. */
export async function answerLogin(call: Call): Promise<Response> {
  const page = loginPathOf(splitLocale(call.site, call.url.pathname)?.rest);
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
  const frame = await frameOf(page, asked);
  switch (page) {
    case '/login': {
      const next = safeNext(url.searchParams.get('next'), withLocale(locale, '/'));
      if ((await asked.session()).staff) return text(303, 'Signed in already.', { location: next });
      const hasNewPassword = url.searchParams.get('password') === 'new';
      return render(page, asked, { login: { ...frame, next, email: '', problem: null, hasNewPassword } });
    }
    case '/login/reset': {
      const isSent = url.searchParams.get('sent') === 'true';
      return render(page, asked, { reset: { ...frame, email: '', problem: null, isSent } });
    }
    case '/login/new-password': {
      const token = readToken(url.searchParams.get('token'));
      const problem = token ? null : 'expired';
      return render(
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
      if (result.ok) return text(303, 'Signed in.', { location: safeNext(result.next, home) }, result.cookies);
      const { problem, email, retryAfterSeconds } = result;
      const frame = await frameOf(page, asked, retryAfterSeconds);
      const login = { ...frame, problem, email, next: safeNext(result.next, home), hasNewPassword: false };
      return render(page, asked, { login }, problemStatus[problem]);
    }
    case '/login/reset': {
      const result = await requestReset(request, address, { runtime, site, locale });
      if (result.ok) return text(303, 'Sent.', { location: `${withLocale(locale, page)}?sent=true` });
      const { problem, email, retryAfterSeconds } = result;
      const frame = await frameOf(page, asked, retryAfterSeconds);
      return render(
        page,
        asked,
        { reset: { ...frame, problem, email, isSent: false } },
        problem === 'throttled' ? 429 : 400,
      );
    }
    case '/login/new-password': {
      const result = await setNewPassword(request, address, runtime);
      if (result.ok) return text(303, 'Changed.', { location: `${withLocale(locale, '/login')}?password=new` });
      const { problem, token, retryAfterSeconds } = result;
      const frame = await frameOf(page, asked, retryAfterSeconds);
      return render(page, asked, { newPassword: { ...frame, problem, token } }, newPasswordStatus[problem]);
    }
  }
}

async function frameOf(page: FormPage, { site, locale, runtime }: Call, retryAfterSeconds = 0): Promise<LoginFrame> {
  const row = await expectData(
    'sites',
    runtime.serviceClient.from('sites').select('localized').eq('id', site).maybeSingle(),
    siteRow,
  );
  return {
    locale,
    language: languageOf[locale],
    siteName: localText(row?.localized, locale, 'title') ?? '',
    path: withLocale(locale, page),
    retryAfterSeconds,
  };
}

async function render(
  page: FormPage,
  { request, url }: Call,
  locals: Partial<LoginPages>,
  status = 200,
): Promise<Response> {
  // The page is one route for all locales: the path with a locale prefix is shown by it.
  const answer = await renderRoute(new Request(new URL(page, url), { headers: request.headers }), locals);
  const headers = new Headers(answer.headers);
  const wait =
    locals.login?.retryAfterSeconds ?? locals.reset?.retryAfterSeconds ?? locals.newPassword?.retryAfterSeconds;
  if (wait) headers.set('retry-after', String(wait));
  // The address has the token of the mail's link, and must not reach other sites.
  headers.set('referrer-policy', 'same-origin');
  return secured(new Response(answer.body, { status, headers }));
}
