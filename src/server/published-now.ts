import { catalogPartAt } from '#domain/catalog-part.ts';
import { canonicalPath } from '#domain/routes.ts';
import { type SiteId, splitLocale } from '#domain/sites.ts';
import { Source } from '#content/source.ts';
import { parseRedirects } from '#publish/documents/redirects.ts';
import type { OutputId } from '#publish/output.ts';
import { Renderer } from '#publish/render.ts';
import { secured, text } from './answers.ts';
import { renderPage } from './render-page.ts';
import type { Runtime } from './runtime.ts';

/** In development nothing is a file: what a site has besides pages is rendered when it is asked for. */

const types: Readonly<Record<string, string>> = { txt: 'text/plain', json: 'application/json' };

/** The document for machines that stands at a path: robots.txt, a sitemap or a feed. Null for every other path. */
export async function documentNow(runtime: Runtime, site: SiteId, pathname: string): Promise<Response | null> {
  const output = outputAt(site, pathname);
  const rendered = output && (await render(runtime, output));
  if (!rendered) return null;
  const type = types[pathname.split('.').at(-1) ?? ''] ?? 'application/xml';
  return secured(new Response(rendered, { headers: { 'content-type': `${type}; charset=utf-8` } }));
}

/** Where a path that no page answers leads; null when it leads nowhere. */
export async function redirectNow(runtime: Runtime, site: SiteId, url: URL): Promise<Response | null> {
  const rules = await render(runtime, { site, kind: 'redirects', ref: 0, locale: 'en' });
  const found = parseRedirects(rules ?? '').get(canonicalPath(url.pathname) ?? '');
  if (!found || found.status === 410) return null;
  return text(found.status, 'Moved.', { location: `${found.to}${url.search}` });
}

function outputAt(site: SiteId, pathname: string): OutputId | null {
  const split = splitLocale(site, pathname);
  const of = (kind: OutputId['kind'], ref = 0): OutputId => ({ site, kind, ref, locale: split?.locale ?? 'en' });
  if (split?.rest === '/rss.xml') return of('feed');
  const catalogPart = catalogPartAt(split?.rest ?? '');
  if (catalogPart !== null) return of('catalog_part', catalogPart);
  if (pathname === '/robots.txt') return of('robots');
  if (pathname === '/sitemap.xml') return of('sitemap_index');
  const part = /^\/sitemap-(\d{1,9})\.xml$/.exec(pathname)?.[1];
  return part === undefined ? null : of('sitemap', Number(part));
}

async function render({ serviceClient: client, config }: Runtime, output: OutputId): Promise<string | null> {
  const source = new Source(client, { site: output.site, view: 'published', at: new Date().toISOString() });
  const renderer = new Renderer({ client, source, origins: config.origins, renderPage });
  const rendered = await renderer.render({ ...output, address: null });
  return rendered.outcome === 'rendered' ? new TextDecoder().decode(rendered.bytes) : null;
}
