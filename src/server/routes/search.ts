import { z } from 'zod';
import { type Locale, defaultLocale } from '#domain/locales.ts';
import { isReleaseId } from '#domain/addresses/release-query.ts';
import { maxQueryLength, readQuestion, searchKinds } from '#domain/search/search.ts';
import { getLocales } from '#domain/sites.ts';
import { searchSite } from '#content/search/search-site.ts';
import { localeSchema } from '#kinds/reading/localized-row.ts';
import { secured } from '#edge/answers.ts';
import type { Call } from '#server/auth/call.ts';
import { guarded } from '#server/editor/pages/answer-shared.ts';
import { openRelease } from '#server/editor/pages/open-release.ts';
import { searchRelease } from '#server/editor/pages/search-release.ts';
import { RequestThrottle } from '#server/http/throttle.ts';

/** A fast typist sends three requests a second; a client that does so for minutes is throttled. */
const throttle = new RequestThrottle({ perAddress: 240, windowSeconds: 60 });
/** The cache lifetime in seconds, after which published changes are found. */
const freshSeconds = 30;

const parameters = z.object({
  locale: localeSchema.default(defaultLocale),
  query: z.string().max(maxQueryLength, `A query has ${maxQueryLength} characters at most`),
  kind: z.array(z.enum(searchKinds, `A kind is one of ${searchKinds.join(', ')}`)),
  page: z.coerce.number('A page is a number from 1 to 100').int().min(1).max(100).default(1),
  size: z
    .union([z.literal('all').transform(() => undefined), z.coerce.number().int().min(1).max(50)], {
      error: 'A size is a number from 1 to 50, or all',
    })
    .optional(),
});

/** `GET /_search?query=…&locale=…&kind=…&page=…&size=…`: search results of the host's site as JSON. No cookies, no accounts. */
export async function answerSearch(call: Call): Promise<Response> {
  const { url, site, address, runtime } = call;
  const query = url.searchParams;
  const parsed = parameters.safeParse({
    locale: query.get('locale') ?? undefined,
    query: query.get('query') ?? query.get('q') ?? '',
    kind: query.getAll('kind'),
    page: query.get('page') ?? undefined,
    size: query.get('size') ?? undefined,
  });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return refuse(400, 'invalid', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'cannot be read'}`);
  }
  const { locale, size } = parsed.data;
  if (!getLocales(site).includes(locale)) {
    return refuse(400, 'invalid', `locale: The ${site} site has ${getLocales(site).join(', ')}`);
  }
  const wait = await throttle.attempt(address);
  if (wait > 0) {
    return refuse(429, 'too-many', `Too many searches. Try again in ${wait} seconds.`, { 'retry-after': String(wait) });
  }
  if (isReleaseId(query.get('release'))) return searchPreview(call, locale, size);
  const scope = { site, locale, mediaOrigin: runtime.config.origins.media, size };
  const answer = await searchSite(runtime.serviceClient, scope, readQuestion(query));
  return json(200, answer, { 'cache-control': `public, max-age=${freshSeconds}` });
}

/** What is found once a release is live, for whoever may see that. */
async function searchPreview(call: Call, locale: Locale, size: number | undefined): Promise<Response> {
  const release = await openRelease(call);
  if (release instanceof Response) return refuse(403, 'forbidden', 'This release is not there, or not yours to see.');
  const answer = await searchRelease(call, release, locale, readQuestion(call.url.searchParams), size);
  return guarded(json(200, answer, {}));
}

/** The seconds that a visitor of the search page has to wait, 0 for none. */
export function mayAsk(address: string): Promise<number> {
  return throttle.attempt(address);
}

function refuse(status: number, code: string, message: string, headers: Record<string, string> = {}): Response {
  return json(status, { error: { code, message } }, headers);
}

function json(status: number, body: object, headers: Record<string, string>): Response {
  return secured(Response.json(body, { status, headers }));
}
