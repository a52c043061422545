import { languageCodes } from '#domain/locales.ts';
import { type MeasuredValue, formatMeasured } from '#domain/values/measured-values.ts';
import { type ProductQuote, writeQuote } from '#domain/quotes/product-quotes.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { ProductValuesRow } from '#kinds/product/shapes.ts';
import { measuredValue } from '#kinds/product/resolve.ts';
import type { ReadContext } from '#kinds/reading/context.ts';
import { localText } from '#kinds/reading/local-text.ts';
import { isVisible } from '#kinds/reading/placement.ts';

type Property = ProductValuesRow['properties'][number];

/**
 * The words for a quote in the reader's language, with the unit, and as dependencies of the page what they are made of. Fails with
 * a sentence for editors.
 */
export function quotedValue(
  quote: ProductQuote,
  products: readonly ProductValuesRow[],
  context: ReadContext,
): Result<string> {
  const product = products.find(({ slug }) => slug === quote.product);
  if (!product) {
    context.trace.tag('list:product');
    return fail('invalid', `There is no product “${quote.product}”`);
  }
  context.trace.tag(`product:${product.id}`);
  if (!isVisible(product, context)) {
    return fail('invalid', `The product ${product.display_name} is not published`);
  }
  const found = findProperty(product, quote.property);
  if (!found.ok) return found;
  const property = found.value;
  context.trace.tag(`property:${property.id}`);
  const { number, max } = property;
  if (quote.end !== null && (number === null || max === null)) {
    return fail('invalid', `The property “${property.key}” of ${product.display_name} is no range`);
  }
  if (quote.end === 'min') return ok(withUnit(number ?? '', property, context));
  return ok(withUnit(quote.end === 'max' ? (max ?? '') : measuredValue(property, context), property, context));
}

/** A value that a text can quote, for an editor to choose. */
export type QuotableValue = { quote: string; title: string; end: ProductQuote['end']; value: string };

/** Everything of a product that texts can quote: each value, and of a range its ends too. */
export function quotableValues(product: ProductValuesRow, context: ReadContext): QuotableValue[] {
  return product.properties.flatMap((property) => {
    const title = localText(property.title, context.locale, 'title') ?? property.key;
    const ends = property.max === null ? ([null] as const) : ([null, 'min', 'max'] as const);
    return ends.flatMap((end): QuotableValue[] => {
      const quote: ProductQuote = { product: product.slug, property: property.key, end };
      const value = quotedValue(quote, [product], context);
      return value.ok ? [{ quote: writeQuote(quote), title, end, value: value.value }] : [];
    });
  });
}

function findProperty({ display_name: name, properties }: ProductValuesRow, wanted: string): Result<Property> {
  const exact = properties.find(({ key }) => key === wanted);
  if (exact) return ok(exact);
  const [first, ...others] = properties.filter(({ key }) => key.endsWith(`-${wanted}`));
  if (!first) return fail('invalid', `${name} has no property “${wanted}”`);
  if (others.length === 0) return ok(first);
  const keys = [first, ...others].map(({ key }) => key).join(', ');
  return fail('invalid', `${name} has several properties “${wanted}”: ${keys}`);
}

/** A value with its unit, which a line never parts from it. */
function withUnit(value: MeasuredValue, property: Property, context: ReadContext): string {
  const language = languageCodes[context.locale];
  const figures = formatMeasured(value, language);
  const unit = localText(property.title, context.locale, 'unit') ?? property.unit ?? '';
  return unit === '' ? figures : `${figures}\u00a0${unit}`;
}
