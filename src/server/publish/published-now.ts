import { findRule } from '#domain/redirects/redirect-rules.ts';
import { isNeverRedirected } from '#domain/redirects/redirect-trail.ts';
import { canonicalPath } from '#domain/addresses/routes.ts';
import type { SiteId } from '#domain/sites.ts';
import { Source } from '#content/source/source.ts';
import { parseRedirects } from '#edge/parse-redirects.ts';
import { documentAt, renderText } from '#publish/draw/documents/document-at.ts';
import type { RendererOptions } from '#publish/draw/render.ts';
import { secured, text } from '#edge/answers.ts';
import { findTarget } from '#content/reading/find-target.ts';
import { renderPage } from '#astro/render-page.ts';
import type { Runtime } from '#server/runtime.ts';

/** In development nothing is published: files besides pages are rendered on request. */

/** The generated document at a path. Null for every other path. */
export async function documentNow(runtime: Runtime, site: SiteId, pathname: string): Promise<Response | null> {
  const find = (path: string) => findTarget(runtime.serviceClient, site, path, 'published');
  const document = await documentAt({ ...optionsNow(runtime, site), find }, site, pathname);
  if (!document) return null;
  return secured(new Response(document.text, { headers: { 'content-type': `${document.type}; charset=utf-8` } }));
}

/** Where a path that no page answers leads; null when it leads nowhere. */
export async function redirectNow(runtime: Runtime, site: SiteId, url: URL): Promise<Response | null> {
  const rules = await renderText(optionsNow(runtime, site), { site, kind: 'redirects', ref: 0, locale: 'en' });
  const path = canonicalPath(url.pathname);
  if (path === null || isNeverRedirected(path)) return null;
  const found = findRule(parseRedirects(rules ?? ''), { path, sent: url.pathname, search: url.search });
  if (!found || found.to === null) return null;
  return text(found.rule.status, 'Moved.', { location: found.to });
}

function optionsNow({ database, config }: Runtime, site: SiteId): RendererOptions {
  const source = new Source(database, { site, view: 'published', at: new Date().toISOString() });
  return { calls: database, source, origins: config.origins, renderPage };
}
