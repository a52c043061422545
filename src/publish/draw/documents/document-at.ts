import { ownValue } from '#domain/objects.ts';
import { catalogPartAt } from '#domain/catalog-part.ts';
import { matchRoute } from '#domain/addresses/routes.ts';
import { type SiteId, splitLocale } from '#domain/sites.ts';
import type { findTarget } from '#content/reading/find-target.ts';
import { type OutputId, sitemapAt } from '#publish/output.ts';
import { Renderer, type RendererOptions } from '#publish/draw/render.ts';

/** What is at a path of the site, in the view that documents are made of. */
export type Find = (path: string) => ReturnType<typeof findTarget>;

type Place = RendererOptions & { find: Find };

/** The generated document at a path, rendered on request: robots.txt, a sitemap, a feed, data or a calendar file. Null for every other path. */
export async function documentAt(
  { find, ...options }: Place,
  site: SiteId,
  pathname: string,
): Promise<{ text: string; type: string } | null> {
  const output = outputAt(site, pathname) ?? (await companionAt(find, site, pathname));
  const text = output && (await renderText(options, output));
  return text === null
    ? null
    : { text, type: ownValue(types, pathname.slice(pathname.lastIndexOf('.'))) ?? 'application/xml' };
}

const types: Record<string, string> = { '.txt': 'text/plain', '.json': 'application/json', '.ics': 'text/calendar' };

type Output = OutputId & { address?: string };

export async function renderText(options: RendererOptions, output: Output): Promise<string | null> {
  const rendered = await new Renderer(options).render({ address: null, ...output });
  return rendered.outcome === 'rendered' ? new TextDecoder().decode(rendered.bytes) : null;
}

/** The feed that a list brings with it, or the calendar file of an event. */
async function companionAt(find: Find, site: SiteId, pathname: string): Promise<Output | null> {
  const suffix = ['/rss.xml', '.ics'].find((ending) => pathname.endsWith(ending));
  if (suffix === undefined) return null;
  const path = pathname.slice(0, -suffix.length);
  const found = await find(path);
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
