import { pagedPath } from '../places.ts';
import type { Stock } from '#view-model/screens/screen-content.ts';
import type { ReadContext } from '../reading/context.ts';
import { resolveProduct } from '../product/resolve.ts';
import type { InventoryRow } from './shapes.ts';

/** How many pieces of a product channel partners have; null when the product is not shown here at this moment. */
export function resolveStock(row: InventoryRow, context: ReadContext): Stock | null {
  const { site, locale, trace } = context;
  const product = resolveProduct(row.product, context);
  if (!product) return null;
  trace.tag(`product:${product.id}`, `inventory:${product.id}`);
  for (const { partner } of row.items) trace.tag(`channel_partner/stock:${partner.id}`);
  return {
    product,
    orderCode: row.order_code,
    href: pagedPath('inventory', site, locale, row.product),
    total: row.items.reduce((sum, { quantity }) => sum + quantity, 0),
    offers: row.items.map(({ id, quantity, as_of, url, partner }) => ({
      id,
      quantity,
      asOf: as_of,
      url,
      partner: { id: partner.id, name: partner.name },
    })),
  };
}
