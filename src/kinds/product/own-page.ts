import { cutText } from '#domain/text/cut-text.ts';
import { plainText } from '#schema/rich-text.ts';
import type { ProductDetail } from '#view-model/resolved.ts';
import type { Stock } from '#view-model/screens/screen-content.ts';
import { resolveStock } from '../inventory-item/resolve.ts';
import { defineOwnPage } from '../reading/own-page.ts';
import { isHere } from '../reading/placement.ts';
import { resolveProductDetail } from './resolve.ts';

type ShownProduct = ProductDetail & {
  /** The stock of channel partners; null on sites that do not show it. */
  stock: Stock | null;
  /** Null on sites without a comparison. */
  comparePath: string | null;
};

/** The page of a product. */
export const ownPage = defineOwnPage<'product', ShownProduct>({
  shapes: ['product_detail', 'inventory'],
  read: async (id, { context, record, frame }) => {
    context.trace.tag(`product:${id}`);
    const showsStock = context.routePath('products.inventory') !== null;
    const [row, stocked] = await Promise.all([
      record('product_detail', id),
      showsStock ? record('inventory', id) : null,
    ]);
    if (!row || !isHere(row, context)) return null;
    const product = resolveProductDetail(row, context);
    const description = product.tagline || cutText(plainText(product.description), 160);
    const pageFrame = frame('products.catalog', row, {
      title: product.displayName,
      description,
      ogType: 'product',
      image: row.images[0] ?? null,
      // Search engines ask offers, reviews or ratings of a Product; prices are on request (docs/decisions/0126).
      jsonLd: [],
    });
    if (showsStock) context.trace.tag(`inventory:${id}`);
    const stock = stocked && stocked.items.length > 0 ? resolveStock(stocked, context) : null;
    const shown = { ...product, stock, comparePath: context.routePath('products.compare') };
    return { kind: 'product', frame: pageFrame, shown };
  },
});
