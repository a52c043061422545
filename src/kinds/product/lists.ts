import type { Lists } from '../reading/list.ts';
import { isVisible } from '../reading/placement.ts';
import { resolveProduct, resolveProductDetail, resolveProductRow } from './resolve.ts';
import { tagProducts } from './tag-products.ts';

export const lists: Lists<'products' | 'product_rows' | 'product_detail'> = {
  products: async (query, { context, rows }) => {
    tagProducts(query, context.trace);
    const { items, next_change_at: nextChangeAt } = await rows(query);
    context.trace.changesAt(nextChangeAt, context.at);
    return items.flatMap((row) => resolveProduct(row, context) ?? []);
  },

  product_rows: async (query, { context, rows }) => {
    tagProducts(query, context.trace);
    // The category of a series decides which properties are shown.
    context.trace.tag(`${query.by}:${query.id}`);
    const { items, category_id: categoryId, next_change_at: nextChangeAt } = await rows(query);
    context.trace.changesAt(nextChangeAt, context.at);
    if (categoryId !== null) context.trace.tag(`category:${categoryId}`);
    return items.flatMap((row) => resolveProductRow(row, context) ?? []);
  },

  product_detail: async ({ id }, { context, record }) => {
    context.trace.tag(`product:${id}`);
    const row = await record('product_detail', id);
    const isShown = row !== null && row.sites.includes(context.site) && isVisible(row, context);
    return isShown ? [resolveProductDetail(row, context)] : [];
  },
};
