import type { Stock } from '#view-model/screens/screen-content.ts';
import { defineOwnPage } from '../reading/own-page.ts';
import { isHere } from '../reading/placement.ts';
import { resolveStock } from './resolve.ts';

/** The page of a product's stock. */
export const ownPage = defineOwnPage<'inventory', Stock>({
  shapes: ['inventory'],
  read: async (id, { context, record, frame, nameOf }) => {
    context.trace.tag(`inventory:${id}`, `product:${id}`);
    const row = await record('inventory', id);
    if (!row || row.items.length === 0 || !isHere(row.product, context)) return null;
    const stock = resolveStock(row, context);
    if (!stock) return null;
    const { product, orderCode } = stock;
    const pageFrame = frame('products.inventory', row.product, {
      title: `${product.displayName}: ${nameOf('products.inventory') ?? orderCode}`,
      description: `${product.displayName} (${orderCode}): ${product.tagline}`,
      ogType: 'product',
      image: row.product.image,
      jsonLd: [],
    });
    return { kind: 'inventory', frame: pageFrame, shown: stock };
  },
});
