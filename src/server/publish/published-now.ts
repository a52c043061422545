import { catalogPartAt } from '#domain/catalog-part.ts';
import { canonicalPath, matchRoute } from '#domain/routes.ts';
import { type SiteId, splitLocale } from '#domain/sites.ts';
import { Source } from '#content/source.ts';
import { parseRedirects } from '#edge/parse-redirects.ts';
import { type OutputId, sitemapAt } from '#publish/output.ts';
import { Renderer } from '#publish/render.ts';
import { secured, text } from '#edge/answers.ts';
import { withQuery } from '#edge/with-query.ts';
import { findTarget } from '#content/find-target.ts';
import { renderPage } from '#astro/render-page.ts';
import type { Runtime } from '#server/runtime.ts';

/** In development nothing is published: files besides pages are rendered on request. */

/** The generated document at a path: robots.txt, a sitemap, a feed or a calendar file. Null for every other path. */
export async function documentNow(runtime: Runtime, site: SiteId, pathname: string): Promise<Response | null> {
  const output = outputAt(site, pathname) ?? (await companionAt(runtime, site, pathname));
  const rendered = output && (await render(runtime, output));
  if (!rendered) return null;
  const type = types[pathname.slice(pathname.lastIndexOf('.'))] ?? 'application/xml';
  return secured(new Response(rendered, { headers: { 'content-type': `${type}; charset=utf-8` } }));
}

const types: Record<string, string> = { '.txt': 'text/plain', '.json': 'application/json', '.ics': 'text/calendar' };

/** The feed that a list brings with it, or the calendar file of an event. */
async function companionAt({ serviceClient }: Runtime, site: SiteId, pathname: string): Promise<Output | null> {
  const suffix = ['/rss.xml', '.ics'].find((ending) => pathname.endsWith(ending));
  if (suffix === undefined) return null;
  const path = pathname.slice(0, -suffix.length);
  const found = await findTarget(serviceClient, site, path, 'published');
  const rest = splitLocale(site, path)?.rest;
  if (!found || rest === undefined) return null;
  const { locale, target } = found;
  if (target.kind === 'page' && suffix === '/rss.xml')
    return { site, kind: 'list_feed', ref: target.ref, locale, address: rest };
  if (target.kind !== 'event' || suffix !== '.ics') return null;
  const match = matchRoute(site, path);
  const section = match?.key === 'career.events.detail' ? 'career' : 'newsroom';
  return { site, kind: 'calendar', ref: target.ref, locale, address: `${section}/${match?.parameters['slug'] ?? ''}` };
}

/** Where a path that no page answers leads; null when it leads nowhere. */
export async function redirectNow(runtime: Runtime, site: SiteId, url: URL): Promise<Response | null> {
  const rules = await render(runtime, { site, kind: 'redirects', ref: 0, locale: 'en' });
  const found = parseRedirects(rules ?? '').get(canonicalPath(url.pathname) ?? '');
  if (!found || found.status === 410) return null;
  return text(found.status, 'Moved.', { location: withQuery(found.to, url.search) });
}

type Output = OutputId & { address?: string };

function outputAt(site: SiteId, pathname: string): Output | null {
  const split = splitLocale(site, pathname);
  const of = (kind: OutputId['kind'], ref = 0): OutputId => ({ site, kind, ref, locale: split?.locale ?? 'en' });
  if (split?.rest === '/rss.xml') return of('feed');
  const catalogPart = catalogPartAt(split?.rest ?? '');
  if (catalogPart !== null) return of('catalog_part', catalogPart);
  if (pathname === '/robots.txt') return of('robots');
  if (pathname === '/sitemap.xml') return of('sitemap_index');
  const sitemap = sitemapAt(pathname);
  return sitemap && { ...of('sitemap', sitemap.part), listed: sitemap.listed };
}

async function render({ database, config }: Runtime, output: Output): Promise<string | null> {
  const source = new Source(database, { site: output.site, view: 'published', at: new Date().toISOString() });
  const renderer = new Renderer({ calls: database, source, origins: config.origins, renderPage });
  const rendered = await renderer.render({ address: null, ...output });
  return rendered.outcome === 'rendered' ? new TextDecoder().decode(rendered.bytes) : null;
}
