import { type Language, languageOf } from '#domain/locales.ts';
import { emptyRichText } from '#modules/rich-text.ts';
import type { ProductCard } from '#modules/resolved.ts';
import type { ProductDetail } from '#ui/frame.ts';
import type { ReadContext } from '../context.ts';
import { resolveDocument } from './document.ts';
import { resolveImage } from './image.ts';
import { oncePerRow } from './once-per-row.ts';
import { isVisible, rowHref } from './placement.ts';
import type { ProductDetailRow, ProductRow } from './raw.ts';
import { localText } from './texts.ts';

/** A product as a card; null when it is not shown on this site at this moment. */
export const resolveProduct = oncePerRow((row: ProductRow, context): ProductCard | null => {
  const { locale, trace } = context;
  trace.tag(`product:${row.id}`, `series:${row.series_id}`, `category:${row.category_id}`);
  if (!row.sites.includes(context.site) || !isVisible(row, context)) return null;
  return {
    id: row.id,
    displayName: row.display_name,
    href: rowHref('product', row, context),
    status: row.status,
    tagline: row.taglines[locale] ?? row.taglines.en ?? '',
    series: row.series ?? '',
    category: localText(row.category, locale, 'title') ?? '',
    image: resolveImage(row.image, context),
  };
});

/** A number as data sheets write it in a language: no grouping below 10,000, at most four decimals. */
function formatNumber(value: number, language: Language): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 4, useGrouping: value >= 10_000 }).format(value);
}

function propertyValue(property: ProductDetailRow['properties'][number], context: ReadContext): string {
  const language = languageOf[context.locale];
  if (property.number !== null && property.max !== null) {
    return `${formatNumber(property.number, language)} … ${formatNumber(property.max, language)}`;
  }
  if (property.number !== null) return formatNumber(property.number, language);
  return localText(property.localized, context.locale, 'text') ?? property.text ?? '';
}

/** A product's own page. */
export function resolveProductDetail(row: ProductDetailRow, context: ReadContext): ProductDetail {
  const { locale, trace } = context;
  trace.tag(`product:${row.id}`, `series:${row.series_id}`, `category:${row.category_id}`);
  const texts = row.localized;
  return {
    id: row.id,
    displayName: row.display_name,
    name: row.name,
    orderCode: row.order_code,
    status: row.status,
    tagline: localText(texts, locale, 'tagline') ?? '',
    description: localText(texts, locale, 'description') ?? emptyRichText,
    features: localText(texts, locale, 'features') ?? [],
    series: {
      name: row.series ?? '',
      href: seriesHref(row.series, context),
    },
    category: localText(row.category, locale, 'title') ?? '',
    images: row.images.flatMap((image) => resolveImage(image, context) ?? []),
    properties: row.properties.map((property) => {
      trace.tag(`property:${property.id}`);
      return {
        group: property.group,
        title: localText(property.title, locale, 'title') ?? '',
        value: propertyValue(property, context),
        unit: property.unit ?? '',
      };
    }),
    documents: row.documents.map((document) => resolveDocument(document, context)),
    applications: row.applications.map((application) => {
      trace.tag(`application:${application.id}`);
      return {
        title: localText(application.localized, locale, 'title') ?? '',
        summary: localText(application.localized, locale, 'summary') ?? '',
        image: resolveImage(application.image, context),
      };
    }),
    related: row.related.flatMap((related) => resolveProduct(related, context) ?? []),
  };
}

/** Series lead to the search for their name (spec section 2, other behaviours), on sites that have a search. */
export function seriesHref(name: string | null, context: ReadContext): string | null {
  const path = context.routePath('search');
  return path && name ? `${path}?q=${encodeURIComponent(name)}` : null;
}
