import { type Result, ok } from '#domain/result.ts';
import { plainText } from '#schema/rich-text.ts';
import type { ProductCard, ProductProperty } from '#view-model/resolved.ts';
import type { PageContent } from '../page-content.ts';
import { type Reading, missing, organizationName } from '../reading.ts';
import { resolveProductDetail } from '#kinds/product/resolve.ts';
import { resolveStock } from '#kinds/inventory-item/resolve.ts';
import { isHere, makeRowFrame } from './row-frame.ts';

const asReference =
  (origin: string) =>
  ({ displayName, href }: ProductCard): Record<string, unknown> => ({
    '@type': 'Product',
    name: displayName,
    ...(href === null ? {} : { url: `${origin}${href}` }),
  });

/** Numbers as numbers, so that no machine has to know how a language writes them. */
function machineValue({ number, max, value }: Pick<ProductProperty, 'number' | 'max' | 'value'>) {
  if (number === null) return { value };
  return max === null ? { value: number } : { minValue: number, maxValue: max };
}

/** The page of a product. The comparison uses its structured data as well. */
export async function readProduct(id: number, reading: Reading): Promise<Result<PageContent>> {
  const { source, context, globals } = reading;
  context.trace.tag(`product:${id}`);
  const showsStock = context.routePath('products.inventory') !== null;
  const [row, stocked] = await Promise.all([
    source.record('product_detail', id),
    showsStock ? source.record('inventory', id) : null,
  ]);
  if (!row || !isHere(row, context)) return missing(`product ${id}`);
  const product = resolveProductDetail(row, context);
  const description = product.tagline || plainText(product.description).slice(0, 160);
  const origin = context.origins[context.site];
  const frame = makeRowFrame('product', 'products.catalog', row, reading, {
    title: product.displayName,
    description,
    ogType: 'product',
    image: row.images[0] ?? null,
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: product.displayName,
        sku: product.orderCode,
        mpn: product.name,
        description,
        category: product.category,
        brand: { '@type': 'Brand', name: organizationName(globals) },
        ...(product.images.length > 0 ? { image: product.images.map(({ url }) => `${origin}${url}`) } : {}),
        ...(product.related.length > 0 ? { isRelatedTo: product.related.map(asReference(origin)) } : {}),
        additionalProperty: [
          { '@type': 'PropertyValue', propertyID: 'status', name: 'Status', value: product.status },
          ...product.properties.map(({ id: property, title, unit, ...measured }) => ({
            '@type': 'PropertyValue',
            propertyID: String(property),
            name: title,
            ...machineValue(measured),
            ...(unit === '' ? {} : { unitText: unit }),
          })),
        ],
      },
    ],
  });
  if (showsStock) context.trace.tag(`inventory:${id}`);
  const stock = stocked && stocked.items.length > 0 ? resolveStock(stocked, context) : null;
  return ok({ kind: 'product', frame, product, stock, comparePath: context.routePath('products.compare') });
}
