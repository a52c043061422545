import { type Result, ok } from '#domain/result.ts';
import { plainText } from '#schema/rich-text.ts';
import type { PageContent } from '../page-content.ts';
import { type Reading, missing } from '../reading.ts';
import { resolveProductDetail } from '#kinds/product/resolve.ts';
import { resolveStock } from '#kinds/inventory-item/resolve.ts';
import { isHere, makeRowFrame } from './row-frame.ts';

/** The page of a product. */
export async function readProduct(id: number, reading: Reading): Promise<Result<PageContent>> {
  const { source, context } = reading;
  context.trace.tag(`product:${id}`);
  const showsStock = context.routePath('products.inventory') !== null;
  const [row, stocked] = await Promise.all([
    source.record('product_detail', id),
    showsStock ? source.record('inventory', id) : null,
  ]);
  if (!row || !isHere(row, context)) return missing(`product ${id}`);
  const product = resolveProductDetail(row, context);
  const description = product.tagline || plainText(product.description).slice(0, 160);
  const frame = makeRowFrame('product', 'products.catalog', row, reading, {
    title: product.displayName,
    description,
    ogType: 'product',
    image: row.images[0] ?? null,
    // Search engines ask offers, reviews or ratings of a Product; prices are on request (docs/decisions/0126).
    jsonLd: [],
  });
  if (showsStock) context.trace.tag(`inventory:${id}`);
  const stock = stocked && stocked.items.length > 0 ? resolveStock(stocked, context) : null;
  return ok({ kind: 'product', frame, product, stock, comparePath: context.routePath('products.compare') });
}
