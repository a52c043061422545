import { type MeasuredValue, formatMeasured } from '#domain/values/measured-values.ts';
import { toMeasuredValue } from '../../compare/product-data.ts';
import type { ComparedProduct } from './read-product.ts';

/** A line of the comparison: one value for each product, empty where it has none. */
type CompareRow = { id: string; name: string; unit: string; values: readonly string[]; differs: boolean };

/** The properties of all products, in the order in which the first product with them has them. */
export function compareRows(products: readonly ComparedProduct[], language: string): CompareRow[] {
  const names = new Map<string, { name: string; unit: string }>();
  for (const { additionalProperty } of products) {
    for (const { propertyID, name, unitText = '' } of additionalProperty) {
      if (propertyID !== 'status' && !names.has(propertyID)) names.set(propertyID, { name, unit: unitText });
    }
  }
  return [...names].map(([id, { name, unit }]) => {
    const values = products.map((product) => {
      const measured = measuredIn(product, id);
      return measured === undefined ? '' : formatMeasured(measured, language);
    });
    return { id, name, unit, values, differs: new Set(values).size > 1 };
  });
}

/** The status of a product. */
export function getProductStatus(product: ComparedProduct): string {
  return String(measuredIn(product, 'status') ?? '');
}

function measuredIn({ additionalProperty }: ComparedProduct, id: string): MeasuredValue | undefined {
  const property = additionalProperty.find(({ propertyID }) => propertyID === id);
  return property && toMeasuredValue(property);
}
