import { z } from 'zod';
import type { MeasuredValue } from '#domain/measured-values.ts';
import { encodeSegment } from '#domain/routes.ts';

const named = { propertyID: z.string(), name: z.string(), unitText: z.string().optional() };
const propertyValue = z.union([
  z.object({ ...named, value: z.union([z.string(), z.number()]) }),
  z.object({ ...named, minValue: z.number(), maxValue: z.number() }),
]);
type PropertyValue = z.infer<typeof propertyValue>;

export function measuredOf(property: PropertyValue): MeasuredValue {
  return 'value' in property ? property.value : [property.minValue, property.maxValue];
}

/** The structured data of a product's page, as far as it is compared. */
const productData = z.object({
  '@type': z.literal('Product'),
  name: z.string(),
  sku: z.string(),
  description: z.string(),
  category: z.string(),
  image: z.array(z.string()).optional(),
  additionalProperty: z.array(propertyValue),
});

export type ComparedProduct = z.infer<typeof productData> & { slug: string; href: string };

/** The product in the markup of its page; null when the page is none of a product. */
export function productIn(scripts: readonly string[]): z.infer<typeof productData> | null {
  for (const script of scripts) {
    const found = productData.safeParse(JSON.parse(script));
    if (found.success) return found.data;
  }
  return null;
}

/** A product by its page, which is what visitors see of it; null when it has none here. Throws when nothing answers. */
export async function readProduct(
  productPath: string,
  slug: string,
  signal: AbortSignal,
): Promise<ComparedProduct | null> {
  const segment = encodeSegment(slug);
  if (segment === null) return null;
  const href = `${productPath}/${segment}`;
  const response = await fetch(href, { signal });
  if (response.status === 404 || response.status === 410) return null;
  if (!response.ok) throw new Error(`${href} was answered with ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const scripts = [...page.querySelectorAll('script[type="application/ld+json"]')].map((one) => one.textContent ?? '');
  const product = productIn(scripts);
  return product && { ...product, slug, href };
}
