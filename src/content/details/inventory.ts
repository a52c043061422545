import { type Result, ok } from '#domain/result.ts';
import type { PageContent } from '../page-content.ts';
import { type Reading, missing } from '../reading.ts';
import { routeNamed } from '../frame.ts';
import { resolveStock } from '#kinds/inventory-item/resolve.ts';
import { isHere, makeRowFrame } from './row-frame.ts';

/** The page of a product's stock. */
export async function readInventory(id: number, reading: Reading): Promise<Result<PageContent>> {
  const { source, context, globals } = reading;
  context.trace.tag(`inventory:${id}`, `product:${id}`);
  const row = await source.record('inventory', id);
  if (!row || row.items.length === 0 || !isHere(row.product, context)) return missing(`stock of product ${id}`);
  const stock = resolveStock(row, context);
  if (!stock) return missing(`stock of product ${id}`);
  const { product, orderCode } = stock;
  const list = routeNamed('products.inventory', globals, context);
  const frame = makeRowFrame('inventory', 'products.inventory', row.product, reading, {
    title: `${product.displayName}: ${list?.title ?? orderCode}`,
    description: `${product.displayName} (${orderCode}): ${product.tagline}`,
    ogType: 'product',
    image: row.product.image,
    jsonLd: [],
  });
  return ok({ kind: 'inventory', frame, stock });
}
