import { z } from 'zod';
import type { Locale } from '#domain/locales.ts';
import { decodeSegment, matchRoute } from '#domain/routes.ts';
import { rowKindAt } from '#kinds/places.ts';
import { type SiteId, splitLocale } from '#domain/sites.ts';
import { expectData } from './client.ts';
import type { Calls } from './database.ts';
import type { PageTarget } from './page-content.ts';
import type { View } from './source.ts';

/** The drafts of records that are published by themselves, or all drafts of a release. */
type ShownDrafts = boolean | { release: number };

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
  const release = typeof drafts === 'object' ? { p_release: drafts.release } : null;
  const page = await expectData(
    'find_page',
    release
      ? client.rpc('preview_page', { ...asked, ...release })
      : client.rpc('find_page', { ...asked, p_view: view }),
    z.number().nullable(),
  );
  if (page !== null) return { locale: split.locale, target: { kind: 'page', ref: page } };
  const match = matchRoute(site, path);
  // The stock of a product is found by the product.
  const shown = match?.key === 'products.inventory.detail' ? 'inventory' : match && rowKindAt(match.key);
  const kind = shown === 'inventory' ? 'product' : shown;
  const [slug] = Object.values(match?.parameters ?? {});
  if (!shown || !kind || slug === undefined) return null;
  const named = { p_kind: kind, p_slug: slug };
  const found = drafts ? client.rpc('preview_row', { ...named, ...release }) : client.rpc('find_row', named);
  const ref = await expectData('find_row', found, z.number().nullable());
  return ref === null ? null : { locale: split.locale, target: { kind: shown, ref } };
}
