import '#schema/without-eval.ts';
import { z } from 'zod';
import type { MeasuredValue } from '#domain/values/measured-values.ts';
import type { ProductDetail, ProductProperty } from '#view-model/resolved.ts';

/** The element of a product's page that has its data for the comparison. */
export const productDataId = 'product-data';

const named = { propertyID: z.string(), name: z.string(), unitText: z.string().optional() };
const propertyValue = z.union([
  z.object({ ...named, value: z.union([z.string(), z.number()]) }),
  z.object({ ...named, minValue: z.number(), maxValue: z.number() }),
]);
type PropertyValue = z.infer<typeof propertyValue>;

/** A product as far as it is compared. Its properties are named as in schema.org. */
export const productData = z.object({
  name: z.string(),
  sku: z.string(),
  description: z.string(),
  category: z.string(),
  image: z.array(z.string()).optional(),
  additionalProperty: z.array(propertyValue),
});
export type ProductData = z.infer<typeof productData>;

export function toMeasuredValue(property: PropertyValue): MeasuredValue {
  return 'value' in property ? property.value : [property.minValue, property.maxValue];
}

/** Numbers as numbers, so that no machine has to know how a language writes them. */
function machineValue({ number, max, value }: Pick<ProductProperty, 'number' | 'max' | 'value'>) {
  if (number === null) return { value };
  return max === null ? { value: number } : { minValue: number, maxValue: max };
}

/** What the page of a product says of it to the comparison. */
export function buildProductData(
  product: Pick<
    ProductDetail,
    'displayName' | 'orderCode' | 'tagline' | 'category' | 'images' | 'status' | 'properties'
  >,
): ProductData {
  return {
    name: product.displayName,
    sku: product.orderCode,
    description: product.tagline,
    category: product.category,
    ...(product.images.length > 0 ? { image: product.images.map(({ url }) => url) } : {}),
    additionalProperty: [
      { propertyID: 'status', name: 'Status', value: product.status },
      ...product.properties.map(({ id, title, unit, ...measured }) => ({
        propertyID: String(id),
        name: title,
        ...machineValue(measured),
        ...(unit === '' ? {} : { unitText: unit }),
      })),
    ],
  };
}
