import { defaultLocale } from '#domain/locales.ts';
import { rowPath } from '../places.ts';
import { type RowKind } from '../registry.ts';
import type { ReadContext } from './context.ts';
import type { PlacedRow } from './placed-row.ts';

/** Whether a record is shown at the context's moment; the moments at which that changes are noted. */
export function isVisible(
  row: Pick<PlacedRow, 'is_published' | 'publish_from' | 'publish_until'>,
  context: ReadContext,
): boolean {
  context.trace.changesAt(row.publish_from, context.at);
  context.trace.changesAt(row.publish_until, context.at);
  const at = Date.parse(context.at);
  return (
    row.is_published &&
    (row.publish_from === null || Date.parse(row.publish_from) <= at) &&
    (row.publish_until === null || Date.parse(row.publish_until) > at)
  );
}

/** Where a record's own page is for a reader of this site and locale: in the locale, else in the default one, else nowhere. */
export function rowHref(kind: RowKind, row: PlacedRow, context: ReadContext): string | null {
  if (!row.sites.includes(context.site) || !isVisible(row, context)) return null;
  const locale = [context.locale, defaultLocale].find(
    (candidate) => row.locales.includes(candidate) && context.locales.includes(candidate),
  );
  return locale ? rowPath(kind, context.site, locale, row) : null;
}

/** Whether a record has a page of its own for this site and locale at this moment. */
export function isHere(row: PlacedRow, context: ReadContext): boolean {
  return row.sites.includes(context.site) && row.locales.includes(context.locale) && isVisible(row, context);
}
