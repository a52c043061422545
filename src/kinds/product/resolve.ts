import { languageCodes } from '#domain/locales.ts';
import { type MeasuredValue, formatMeasured } from '#domain/values/measured-values.ts';
import { emptyRichText } from '#schema/rich-text.ts';
import type {
  Image,
  ProductCard,
  ProductDetail,
  ProductMedium,
  ProductProperty,
  ProductRow,
} from '#view-model/resolved.ts';
import type { ReadContext } from '../reading/context.ts';
import { resolveDocument } from '../document/resolve.ts';
import { resolveImage } from '../image/resolve.ts';
import { oncePerRow } from '../reading/once-per-row.ts';
import { isVisible, rowHref } from '../reading/placement.ts';
import type { ProductDetailRow, ProductTableRow, PropertyRow, ProductRow as Row } from './shapes.ts';
import { localText } from '../reading/local-text.ts';

/** A product as a card; null when it is not shown on this site at this moment. */
export const resolveProduct = oncePerRow((row: Row, context): ProductCard | null => {
  const { locale, trace } = context;
  trace.tag(`product/card:${row.id}`, `series/name:${row.series_id}`, `category/title:${row.category_id}`);
  if (!row.sites.includes(context.site) || !isVisible(row, context)) return null;
  return {
    id: row.id,
    displayName: row.display_name,
    href: rowHref('product', row, context),
    status: row.status,
    tagline: localText(row.texts, locale, 'tagline') ?? '',
    series: row.series ?? '',
    category: localText(row.category, locale, 'title') ?? '',
    image: resolveImage(row.image, context),
  };
});

/** The measured value of a property; empty when the product has none. */
export function measuredValue(
  { number, max, text, localized }: Pick<PropertyRow, 'number' | 'max' | 'text' | 'localized'>,
  { locale }: ReadContext,
): MeasuredValue {
  if (number !== null) return max === null ? number : [number, max];
  return localText(localized, locale, 'text') ?? text ?? '';
}

function resolveProperty(property: PropertyRow, context: ReadContext): ProductProperty {
  context.trace.tag(`property/value:${property.id}`);
  return {
    id: property.id,
    group: property.group,
    title: localText(property.title, context.locale, 'title') ?? '',
    value: formatMeasured(measuredValue(property, context), languageCodes[context.locale]),
    unit: localText(property.title, context.locale, 'unit') ?? property.unit ?? '',
    number: property.number,
    max: property.max,
  };
}

/** A line of a product table; null when the product is not shown on this site at this moment. */
export function resolveProductRow(row: ProductTableRow, context: ReadContext): ProductRow | null {
  context.trace.tag(`product:${row.id}`);
  const card = resolveProduct(row, context);
  return (
    card && {
      ...card,
      orderCode: row.order_code,
      properties: row.properties.map((property) => resolveProperty(property, context)),
    }
  );
}

/** A product with everything that belongs to it. */
export function resolveProductDetail(row: ProductDetailRow, context: ReadContext): ProductDetail {
  const { locale, trace } = context;
  trace.tag(`product:${row.id}`, `series/name:${row.series_id}`, `category:${row.category_id}`);
  const texts = row.localized;
  const images = row.images.flatMap((image) => resolveImage(image, context) ?? []);
  return {
    id: row.id,
    displayName: row.display_name,
    name: row.name,
    orderCode: row.order_code,
    status: row.status,
    tagline: localText(texts, locale, 'tagline') ?? '',
    description: localText(texts, locale, 'description') ?? emptyRichText,
    features: localText(texts, locale, 'features') ?? [],
    href: rowHref('product', row, context),
    series: {
      name: row.series ?? '',
      href: seriesHref(row.series, context),
    },
    category: localText(row.category, locale, 'title') ?? '',
    images,
    media: listMedia(row, images, context),
    properties: row.properties.map((property) => resolveProperty(property, context)),
    documents: row.documents.map((document) => resolveDocument(document, context)),
    applications: row.applications.map((application) => {
      trace.tag(`application/part:${application.id}`);
      return {
        title: localText(application.localized, locale, 'title') ?? '',
        summary: localText(application.localized, locale, 'summary') ?? '',
        image: resolveImage(application.image, context),
      };
    }),
    related: row.related.flatMap((related) => resolveProduct(related, context) ?? []),
  };
}

function listMedia({ videos }: ProductDetailRow, images: readonly Image[], context: ReadContext): ProductMedium[] {
  const media: ProductMedium[] = images.map((image) => ({ kind: 'image', image }));
  for (const { url, image, place } of videos) {
    media.splice(place - 1, 0, { kind: 'video', url, image: resolveImage(image, context) });
  }
  return media;
}

/** Series lead to the search for their name, on sites that have a search. */
export function seriesHref(name: string | null, context: ReadContext): string | null {
  const path = context.routePath('search');
  return path && name ? `${path}?query=${encodeURIComponent(name)}` : null;
}
