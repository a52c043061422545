import { type Language, type Locale, defaultLocale, languageCodes } from '#domain/locales.ts';
import { canonicalPath } from '#domain/addresses/routes.ts';
import { withLocale } from '#domain/sites.ts';
import type { MenuLead } from '#view-model/menu-items.ts';
import type { Link } from '#view-model/resolved.ts';
import type { ReadContext } from '../reading/context.ts';
import { mediaHref } from '../image/resolve.ts';
import { oncePerRow } from '../reading/once-per-row.ts';
import { rowHref } from '../reading/placement.ts';
import type { LinkLeadRow, LinkRow } from './shapes.ts';

type Addresses = Partial<Record<Locale, { path: string; title: string; nav_title: string }>>;

/** `language` is that of the page, where it is not that of its reader. */
export type Address = { href: string; title: string; language?: Language };

/** The address that a reader of a locale is led to: the page in that locale, else in the default one. */
export function addressFor(addresses: Addresses | null | undefined, locale: Locale): Address | null {
  for (const candidate of [locale, defaultLocale]) {
    const address = addresses?.[candidate];
    const path = address && canonicalPath(withLocale(candidate, address.path));
    if (path) {
      const language = candidate === locale ? {} : { language: languageCodes[candidate] };
      return { href: path, title: address.nav_title || address.title, ...language };
    }
  }
  return null;
}

/** A link as views show it; null when its target is not public. */
export const resolveLink = oncePerRow((row: LinkRow, context): Link | null => {
  context.trace.tag(`link/card:${row.id}`);
  return makeLink(row, row.text, context);
});

/** The same where the place of the link has a title for it: without its own text. */
export const resolveTitledLink = oncePerRow((row: LinkRow, context): Link | null => {
  context.trace.tag(`link/titled:${row.id}`);
  return makeLink(row, '', context);
});

function makeLink(row: LinkRow, text: string, context: ReadContext): Link | null {
  const href = resolveTarget(row, context);
  if (href === null) return null;
  const opensNew = row.target === '_blank' || (row.type === 'external' && row.target !== '_self');
  return {
    text,
    href,
    target: opensNew ? '_blank' : '_self',
    kind: row.type,
    ...findOtherLanguage(row, context),
  };
}

/** Where a link of a menu leads. */
export function resolveMenuLead(row: LinkLeadRow, context: ReadContext): MenuLead {
  return { href: resolveTarget(row, context), external: row.type === 'external', ...findOtherLanguage(row, context) };
}

/** The language of the page that a link leads to, where it is not that of its reader. */
function findOtherLanguage(row: LinkLeadRow, context: ReadContext): { language?: Language } {
  const address = row.type === 'internal' ? addressFor(row.addresses, context.locale) : null;
  return address?.language ? { language: address.language } : {};
}

/** The address that a link leads to, without a note of the link itself; null when its target is not public. */
function resolveTarget(row: LinkLeadRow, context: ReadContext): string | null {
  const anchor = row.anchor ? `#${row.anchor.replace(/^#/, '')}` : '';
  if (row.type === 'anchor') return anchor || null;
  if (row.type === 'download') {
    if (row.document_id !== null) context.trace.tag(`document/card:${row.document_id}`);
    if (row.document_path !== null) {
      context.trace.media.add(row.document_path);
      return mediaHref(row.document_path, context);
    }
    return row.url;
  }
  if (row.page_id !== null) {
    context.trace.tag(`path:page:${row.page_id}`);
    const address = addressFor(row.addresses, context.locale);
    if (!address) return null;
    const origin = row.page_site && row.page_site !== context.site ? context.origins[row.page_site] : '';
    return `${origin}${address.href}${anchor}`;
  }
  if (row.row_kind !== null) {
    context.trace.tag(`${row.row_kind}/link:${row.row_id}`);
    const href = row.row && rowHref(row.row_kind, row.row, context);
    return href ? `${href}${anchor}` : null;
  }
  return row.url;
}
