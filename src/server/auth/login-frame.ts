import { z } from 'zod';
import { answerWithin } from '#content/answer-within.ts';
import { type Client, DatabaseUnavailable, expectData } from '#content/client.ts';
import { type Language, type Locale, languageOf } from '#domain/locales.ts';
import type { LoginPath } from '#domain/login-paths.ts';
import { type SiteId, withLocale } from '#domain/sites.ts';
import { localized } from '#kinds/reading/localized-row.ts';
import { localText } from '#kinds/reading/local-text.ts';
import { renderRoute } from '#astro/render-route.ts';
import { secured } from '#edge/answers.ts';
import type { Call } from './call.ts';
import { type Needs, signInPageOf } from './session.ts';

/** The data of every page for signing in. Its form is sent to the page itself. */
export type LoginFrame = {
  locale: Locale;
  language: Language;
  siteName: string;
  path: string;
  retryAfterSeconds: number;
};

export type FormPage = Exclude<LoginPath, '/login/session'>;

const siteRow = z.object({ localized: localized({ title: z.string() }) }).nullable();

/** Milliseconds that the name of a site is waited for. */
const nameMilliseconds = 1000;

export async function frameOf(
  page: FormPage,
  { site, locale, runtime }: Call,
  retryAfterSeconds = 0,
): Promise<LoginFrame> {
  const row = await readSite(runtime.serviceClient, site);
  return {
    locale,
    language: languageOf[locale],
    siteName: localText(row?.localized, locale, 'title') ?? '',
    path: withLocale(locale, page),
    retryAfterSeconds,
  };
}

/** Null where the database does not answer at once: the page is there without the name of the site as well. */
async function readSite(client: Client, site: SiteId): Promise<z.output<typeof siteRow>> {
  const asked = client.from('sites').select('localized').eq('id', site).maybeSingle();
  try {
    return await expectData('sites', answerWithin(nameMilliseconds, asked), siteRow);
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return null;
    throw error;
  }
}

/** The address at which signing in goes on, with where it leads. */
export function goOn(needs: Needs | null, locale: Locale, next: string): string {
  return `${withLocale(locale, signInPageOf(needs))}?next=${encodeURIComponent(next)}`;
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
