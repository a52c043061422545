import { type Language, type Locale, languageCodes } from '#domain/locales.ts';
import type { LoginPath } from '#domain/addresses/login-paths.ts';
import { withLocale } from '#domain/sites.ts';
import { renderRoute } from '#astro/render-route.ts';
import { secured } from '#edge/answers.ts';
import type { Call } from './call.ts';
import { type Needs, getSignInPage } from './session.ts';
import { readSiteTitle } from './site-title.ts';

/** The data of every page for signing in. Its form is sent to the page itself. */
export type LoginFrame = {
  locale: Locale;
  language: Language;
  siteName: string;
  path: string;
  retryAfterSeconds: number;
};

export type FormPage = Exclude<LoginPath, '/login/session'>;

export async function readLoginFrame(
  page: FormPage,
  { site, locale, runtime }: Call,
  retryAfterSeconds = 0,
): Promise<LoginFrame> {
  return {
    locale,
    language: languageCodes[locale],
    siteName: await readSiteTitle(runtime.serviceClient, site, locale),
    path: withLocale(locale, page),
    retryAfterSeconds,
  };
}

/** The address at which signing in goes on, with where it leads. */
export function goOn(needs: Needs | null, locale: Locale, next: string): string {
  return `${withLocale(locale, getSignInPage(needs))}?next=${encodeURIComponent(next)}`;
}

/** Renders a page for signing in; the locals have the data of that page alone. */
export async function renderLogin(
  page: FormPage,
  { request, url }: Call,
  locals: Pick<App.Locals, 'login' | 'code' | 'secondFactor' | 'reset' | 'newPassword'>,
  status = 200,
): Promise<Response> {
  // The page is one route for all locales: the path with a locale prefix is shown by it.
  const answer = await renderRoute(new Request(new URL(page, url), { headers: request.headers }), locals);
  const headers = new Headers(answer.headers);
  const wait = Math.max(...Object.values(locals).map(({ retryAfterSeconds }) => retryAfterSeconds));
  if (wait > 0) headers.set('retry-after', String(wait));
  // The address has the token of the mail's link, and must not reach other sites.
  headers.set('referrer-policy', 'same-origin');
  return secured(new Response(answer.body, { status, headers }));
}
