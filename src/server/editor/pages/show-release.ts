import { renderPage } from '#astro/render-page.ts';
import { renderRoute } from '#astro/render-route.ts';
import { catalogPartAt } from '#domain/catalog-part.ts';
import { defaultLocale } from '#domain/locales.ts';
import { asPublished } from '#domain/addresses/release-query.ts';
import { type SearchAnswer, type SearchQuestion, readQuestion } from '#domain/search/search.ts';
import { splitLocale, withLocale } from '#domain/sites.ts';
import { secured, text } from '#edge/answers.ts';
import { findTarget } from '#content/reading/find-target.ts';
import type { PageContent } from '#content/reading/page-content.ts';
import { ContentReader } from '#content/reader.ts';
import { withAnswer } from '#content/search/with-answer.ts';
import { Source } from '#content/source/source.ts';
import { type Find, documentAt } from '#publish/draw/documents/document-at.ts';
import { frameWithQuery, keepQuery } from '#ui/tabs/keep-query.ts';
import type { Call } from '#server/auth/call.ts';
import { noteSharedMedia } from '#server/auth/shared-link.ts';
import { guarded } from './answer-shared.ts';
import { findMoved } from './find-moved.ts';
import { type OpenedRelease, openRelease } from './open-release.ts';
import { searchRelease } from './search-release.ts';
import type { ReleaseState } from './release-state.ts';

/** A page of the site as it will be once a release is live: with its drafts, and no others. For staff, and for whoever has opened a link. */
export async function showRelease(call: Call): Promise<Response> {
  const release = await openRelease(call);
  if (!(release instanceof Response)) return guarded(await show(call, release));
  // The page that asks for a link has headers of its own.
  return release.status === 404 || release.status === 302 ? guarded(release) : release;
}

async function show(call: Call, opened: OpenedRelease): Promise<Response> {
  const { request, url, site, locale, runtime } = call;
  const { release, calls, at, link } = opened;
  const previewed = { id: release.id, merged: release.merged };
  const source = new Source(calls, { site, view: 'published', at, release: previewed });
  const find: Find = (path) => findTarget(calls, site, path, 'published', { release: previewed });
  const options = { calls, source, planned: { release: previewed }, origins: runtime.config.origins, renderPage };
  const document = await documentAt({ ...options, find }, site, url.pathname);
  if (document)
    return secured(new Response(document.text, { headers: { 'content-type': `${document.type}; charset=utf-8` } }));
  // The catalog asks for its parts by number.
  if (catalogPartAt(splitLocale(site, url.pathname)?.rest ?? '') !== null)
    return secured(Response.json({ products: [] }));
  const found = await find(url.pathname);
  const reader = new ContentReader(source, found?.locale ?? locale, runtime.config.origins);
  if (!found) {
    const moved = (await findMovedHere(call, source)) ?? (await findMoved(call));
    if (moved) return moved;
  }
  const loaded = await reader.load(found?.target ?? { kind: 'not_found' }, { brokenModules: 'keep' });
  // A record that is not shown at this moment has no page.
  const content = !loaded.ok && loaded.failure.code === 'not-found' ? await reader.load({ kind: 'not_found' }) : loaded;
  if (!content.ok) return text(422, content.failure.message);
  if (link) await noteSharedMedia(runtime.serviceClient, link, reader.trace.media);
  const question = readQuestion(url.searchParams);
  const answer = question.query === '' ? null : await searchIfAsked(call, opened, content.value, question);
  const made = answer === null ? content.value : withAnswer(content.value, answer);
  const page = { ...made, frame: frameWithQuery(made.frame, url.search) };
  const response = await renderRoute(request, { page, view: 'published', release: makeReleaseState(call, opened) });
  const status = content.value.kind === 'not_found' ? 404 : response.status;
  return secured(new Response(response.body, { status, headers: response.headers }));
}

/** What the search page answers without a script. */
async function searchIfAsked(
  call: Call,
  opened: OpenedRelease,
  content: PageContent,
  question: SearchQuestion,
): Promise<SearchAnswer | null> {
  const isSearch = content.kind === 'page' && content.screen?.screen === 'search';
  return isSearch ? searchRelease(call, opened, call.locale, question) : null;
}

/** The redirect of an address that a page leaves with the release. */
async function findMovedHere({ url, site, runtime }: Call, source: Source): Promise<Response | null> {
  const live = await findTarget(runtime.serviceClient, site, url.pathname, 'published');
  if (live?.target.kind !== 'page') return null;
  const path = (await source.page(live.target.ref, live.locale))?.page.addresses?.[live.locale]?.path;
  if (path === undefined) return null;
  const location = keepQuery(encodeURI(withLocale(live.locale, path)), url.search);
  return text(302, 'This address moves with the release.', { location });
}

function makeReleaseState({ url, site, locale }: Call, { release, asked, at, link }: OpenedRelease): ReleaseState {
  const query = `?release=${release.id}${asked === null ? '' : `&at=${encodeURIComponent(asked)}`}`;
  return {
    id: release.id,
    site,
    name: release.name,
    at: asked === null && release.publish_at === null ? null : at,
    timeZone: release.time_zone ?? 'UTC',
    until: link?.until ?? null,
    unfinished: release.unfinished,
    published: asPublished(url),
    pages: release.pages.flatMap((page) => {
      const shown = page.paths?.[locale] === undefined ? defaultLocale : locale;
      const path = page.paths?.[shown];
      if (page.site !== site || path === undefined) return [];
      return [{ title: page.title, href: `${encodeURI(withLocale(shown, path))}${query}` }];
    }),
  };
}
