import { type Result, ok } from '#domain/result.ts';
import { plainText } from '#modules/rich-text.ts';
import type { PageContent } from '../page-content.ts';
import { type Reading, missing, organizationName } from '../reading.ts';
import { resolveProductDetail } from '../records/product.ts';
import { isHere, makeRowFrame } from './row-frame.ts';

/** The page of a product. */
export async function readProduct(id: number, reading: Reading): Promise<Result<PageContent>> {
  const { source, context, globals } = reading;
  context.trace.tag(`product:${id}`);
  const row = await source.record('product_detail', id);
  if (!row || !isHere(row, context)) return missing(`product ${id}`);
  const product = resolveProductDetail(row, context);
  const description = product.tagline || plainText(product.description).slice(0, 160);
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
        description,
        category: product.category,
        brand: { '@type': 'Brand', name: organizationName(globals) },
        ...(product.images[0] ? { image: `${context.origins[context.site]}${product.images[0].url}` } : {}),
      },
    ],
  });
  return ok({ kind: 'product', frame, product });
}
