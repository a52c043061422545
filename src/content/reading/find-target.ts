import { z } from 'zod';
import type { Locale } from '#domain/locales.ts';
import { decodeSegment, matchRoute } from '#domain/addresses/routes.ts';
import { rowKindAt } from '#kinds/places.ts';
import { type SiteId, splitLocale } from '#domain/sites.ts';
import { callFunction } from '#content/clients/call-function.ts';
import type { Calls } from '#content/clients/database.ts';
import type { PageTarget } from './page-content.ts';
import type { Planned, View } from '#content/source/source.ts';

/** The drafts of records that are published by themselves, or what is planned: proposed pages, or all drafts of a release. */
type ShownDrafts = boolean | Planned;

/**
 * The target of a public path in a view: a page, or a record with a page of its own; null when there is none. With drafts, what
 * they are of is found where it would be.
 */
export async function findTarget(
  client: Calls,
  site: SiteId,
  path: string,
  view: View,
  drafts: ShownDrafts = false,
): Promise<{ locale: Locale; target: PageTarget } | null> {
  const split = splitLocale(site, path);
  if (!split) return null;
  const segments = split.rest.split('/').slice(1).map(decodeSegment);
  const decoded = split.rest === '/' ? '/' : segments.includes(null) ? null : `/${segments.join('/')}`;
  if (decoded === null) return null;
  const asked = { p_site: site, p_locale: split.locale, p_path: decoded };
  const planned = typeof drafts === 'object' ? drafts : null;
  const release = planned && 'release' in planned ? { p_release: planned.release.id } : null;
  const pages = planned && 'pages' in planned ? { p_proposed: [...planned.pages] } : null;
  const page = await (release || pages
    ? callFunction(client, 'preview_page', z.number().nullable(), { ...asked, p_release: null, ...release, ...pages })
    : callFunction(client, 'find_page', z.number().nullable(), { ...asked, p_view: view }));
  if (page !== null) return { locale: split.locale, target: { kind: 'page', ref: page } };
  const match = matchRoute(site, path);
  // The stock of a product is found by the product.
  const shown = match?.key === 'products.inventory.detail' ? 'inventory' : match && rowKindAt(match.key);
  const kind = shown === 'inventory' ? 'product' : shown;
  const [slug] = Object.values(match?.parameters ?? {});
  if (!shown || !kind || slug === undefined) return null;
  const named = { p_kind: kind, p_slug: slug };
  const ref = await (drafts === true || release
    ? callFunction(client, 'preview_row', z.number().nullable(), { ...named, ...release })
    : callFunction(client, 'find_row', z.number().nullable(), named));
  return ref === null ? null : { locale: split.locale, target: { kind: shown, ref } };
}
