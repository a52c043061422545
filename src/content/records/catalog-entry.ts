import type { CatalogEntry, CatalogValue } from '#ui/screens/screen-content.ts';
import type { ReadContext } from '../context.ts';
import { imageStem } from './image.ts';
import { resolveProduct } from './product.ts';
import type { CatalogProductRow } from '../rows/catalog.ts';
import { localText } from './texts.ts';

/** A product as a line of the catalog's data; null when it is not listed here at this moment. */
export function resolveCatalogEntry(row: CatalogProductRow, context: ReadContext): CatalogEntry | null {
  const card = resolveProduct(row, context);
  if (!card || !row.locales.includes(context.locale)) return null;
  const values: Record<string, CatalogValue> = {};
  for (const { id, number, max, text, localized } of row.values) {
    const words = localText(localized, context.locale, 'text') ?? text;
    if (number !== null) values[id] = max === null ? number : [number, max];
    else if (words !== null) values[id] = words;
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
            path: imageStem(row.image.hash),
            widths: image.sources.map(({ width }) => width),
            width: image.width,
            height: image.height,
            alt: image.alt,
          }
        : null,
    values,
  };
}
