import type { MeasuredValue } from '#domain/values/measured-values.ts';
import type { CatalogEntry } from '#view-model/screens/screen-content.ts';
import type { ReadContext } from '../reading/context.ts';
import { imageStem } from '../image/resolve.ts';
import { measuredValue, resolveProduct } from './resolve.ts';
import type { CatalogProductRow } from './catalog-shapes.ts';

/** A product as a line of the catalog's data; null when it is not listed here at this moment. */
export function resolveCatalogEntry(row: CatalogProductRow, context: ReadContext): CatalogEntry | null {
  context.trace.tag(`product:${row.id}`);
  const card = resolveProduct(row, context);
  if (!card || !row.locales.includes(context.locale)) return null;
  const values: Record<string, MeasuredValue> = {};
  for (const property of row.values) {
    const value = measuredValue(property, context);
    if (value !== '') values[property.id] = value;
  }
  const { image } = card;
  return {
    id: row.id,
    slug: row.slug,
    name: row.display_name,
    code: row.order_code,
    status: row.status,
    series: row.series_id,
    category: row.category_id,
    class: row.product_class,
    tagline: card.tagline,
    position: row.position,
    image:
      row.image && image
        ? {
            path: imageStem(row.image.hash, context),
            widths: image.sources.map(({ width }) => width),
            ...(image.hasAvif ? { avif: true } : {}),
            width: image.width,
            height: image.height,
            ...(image.focus ? { focus: image.focus } : {}),
            alt: image.alt,
          }
        : null,
    values,
  };
}
