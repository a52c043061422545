import { DatabaseUnavailable } from '#content/clients/client.ts';
import { ContentReader } from '#content/reader.ts';
import { searchSite } from '#content/search/search-site.ts';
import { Source } from '#content/source/source.ts';
import { renderPage } from '#astro/render-page.ts';
import { withAnswer } from '#content/search/with-answer.ts';
import { type SearchAnswer, readQuestion } from '#domain/search/search.ts';
import { frameWithQuery } from '#ui/tabs/keep-query.ts';
import { allowMedia } from '#publish/draw/media-policy.ts';
import { documentNow, redirectNow } from '#server/publish/published-now.ts';
import { secured, text } from '#edge/answers.ts';
import type { Call } from '#server/auth/call.ts';
import { findTarget } from '#content/reading/find-target.ts';
import { mayAsk } from './search.ts';

/** The published search page with results, for visitors without JavaScript. Without the database it is the static file. */
export async function showSearchPage(call: Call): Promise<Response> {
  const { request, url, site, locale, address, runtime } = call;
  if ((await mayAsk(address)) > 0)
    return text(429, 'Too many searches. Try again in a minute.', { 'retry-after': '60' });
  try {
    const question = readQuestion(url.searchParams);
    const scope = { site, locale, mediaOrigin: runtime.config.origins.media };
    const answer = question.query === '' ? null : await searchSite(runtime.serviceClient, scope, question);
    return await showPublished(call, answer);
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return runtime.files.serve(site, request);
  }
}

/**
 * The published view of a page as the code renders it now. In development for every page; else they are files, and only the
 * search page is made when something is looked for.
 */
export async function showPublished(
  { url, site, locale, runtime }: Call,
  answer: SearchAnswer | null = null,
): Promise<Response> {
  const { config, database, serviceClient: client } = runtime;
  const document = await documentNow(runtime, site, url.pathname);
  if (document) return document;
  const found = await findTarget(client, site, url.pathname, 'published');
  const moved = found ? null : await redirectNow(runtime, site, url);
  if (moved) return moved;
  const source = new Source(database, { site, view: 'published', at: new Date().toISOString() });
  const reader = new ContentReader(source, found?.locale ?? locale, config.origins);
  const content = await reader.load(found?.target ?? { kind: 'not_found' });
  if (!content.ok) return text(content.failure.code === 'not-found' ? 404 : 422, content.failure.message);
  const page = answer === null ? content.value : withAnswer(content.value, answer);
  const shown = { ...page, frame: frameWithQuery(page.frame, url.search) };
  const { html, csp: made } = await renderPage(shown);
  const csp = allowMedia(made, config.origins.media);
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' });
  if (csp !== null) headers.set('content-security-policy', csp);
  return secured(new Response(html, { status: content.value.kind === 'not_found' ? 404 : 200, headers }));
}
