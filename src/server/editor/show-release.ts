import { renderRoute } from '#astro/render-route.ts';
import { catalogPartAt } from '#domain/catalog-part.ts';
import { defaultLocale } from '#domain/locales.ts';
import { asPublished, momentAsked } from '#domain/release-query.ts';
import { splitLocale, withLocale } from '#domain/sites.ts';
import { secured, text } from '#edge/answers.ts';
import type { Calls } from '#content/database.ts';
import { findTarget } from '#content/find-target.ts';
import { type LaunchPreview, readLaunchPreview } from '#content/launches/preview-launch.ts';
import { ContentReader } from '#content/reader.ts';
import { Source } from '#content/source.ts';
import { frameWithQuery, keepQuery } from '#ui/tabs/keep-query.ts';
import type { Call } from '#server/auth/call.ts';
import { leadToSignIn } from '#server/auth/lead-to-sign-in.ts';
import { readSharedLink, sharedCalls } from '#server/auth/shared-link.ts';
import { guarded, showShared } from './answer-shared.ts';
import { findMoved } from './find-moved.ts';
import type { ReleaseState } from './release-state.ts';

/** Who looks: a member of the staff, or whoever has opened a link, until it ends. */
type Viewer = { calls: Calls; client: Parameters<typeof readLaunchPreview>[0]['client']; until: string | null };

/** A page of the site as it will be once a release is live: with its drafts, and no others. For staff, and for whoever has opened a link. */
export async function showRelease(call: Call): Promise<Response> {
  const { request, url, runtime } = call;
  const id = Number(url.searchParams.get('release'));
  const asked = momentAsked(url.searchParams.get('at'));
  if (asked === undefined) return guarded(text(400, 'This moment cannot be read. Write it as 2026-12-01T09:00Z.'));
  const session = await call.session();
  if (session.staff) {
    return guarded(await show(call, { calls: session.client, client: session.client, until: null }, id, asked));
  }
  const link = await readSharedLink(request, runtime);
  if (!link) return leadToSignIn(call, session);
  if (link.state !== 'open') return showShared(call, link.state, link);
  if (link.launch !== id) return showShared(call, 'another', link);
  const service = runtime.serviceClient;
  return guarded(
    await show(call, { calls: sharedCalls(service, link), client: service, until: link.expiresAt }, id, asked),
  );
}

async function show(call: Call, viewer: Viewer, id: number, asked: string | null): Promise<Response> {
  const { request, url, site, locale, runtime } = call;
  const launch = await readLaunchPreview({ client: viewer.client, service: runtime.serviceClient }, id);
  if (!launch) return text(404, 'This release does not exist any more.');
  if (launch.state === 'live' || launch.state === 'publishing') {
    return text(302, 'This release is live.', { location: asPublished(url) });
  }
  const at = asked ?? momentOf(launch);
  const found = await findTarget(viewer.calls, site, url.pathname, 'published', { launch: id });
  const source = new Source(viewer.calls, { site, view: 'published', at, launch: { id, merged: launch.merged } });
  const reader = new ContentReader(source, found?.locale ?? locale, runtime.config.origins);
  const part = catalogPartAt(splitLocale(site, url.pathname)?.rest ?? '');
  if (part !== null) return secured(Response.json((await reader.catalogPart(part)) ?? { products: [] }));
  if (!found) {
    const moved = (await findMovedHere(call, source)) ?? (await findMoved(call));
    if (moved) return moved;
  }
  const loaded = await reader.load(found?.target ?? { kind: 'not_found' }, { brokenModules: 'keep' });
  // A record that is not shown at this moment has no page.
  const content = !loaded.ok && loaded.failure.code === 'not-found' ? await reader.load({ kind: 'not_found' }) : loaded;
  if (!content.ok) return text(422, content.failure.message);
  const page = { ...content.value, frame: frameWithQuery(content.value.frame, url.search) };
  const release = stateOf(call, launch, { asked, at, until: viewer.until });
  const response = await renderRoute(request, { page, view: 'published', release });
  const status = content.value.kind === 'not_found' ? 404 : response.status;
  return secured(new Response(response.body, { status, headers: response.headers }));
}

/** A release is seen as at its moment, or as if it were published now. */
function momentOf({ publish_at: publishAt }: LaunchPreview): string {
  const now = new Date().toISOString();
  return publishAt !== null && Date.parse(publishAt) > Date.parse(now) ? new Date(publishAt).toISOString() : now;
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

function stateOf(
  { url, site, locale }: Call,
  launch: LaunchPreview,
  { asked, at, until }: { asked: string | null; at: string; until: string | null },
): ReleaseState {
  const query = `?release=${launch.id}${asked === null ? '' : `&at=${encodeURIComponent(asked)}`}`;
  return {
    id: launch.id,
    site,
    name: launch.name,
    at: asked === null && launch.publish_at === null ? null : at,
    timeZone: launch.time_zone ?? 'UTC',
    until,
    unfinished: launch.unfinished,
    published: asPublished(url),
    pages: launch.pages.flatMap((page) => {
      const shown = page.paths?.[locale] === undefined ? defaultLocale : locale;
      const path = page.paths?.[shown];
      if (page.site !== site || path === undefined) return [];
      return [{ title: page.title, href: `${encodeURI(withLocale(shown, path))}${query}` }];
    }),
  };
}
