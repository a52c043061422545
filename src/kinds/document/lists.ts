import { tagProducts } from '../product/tag-products.ts';
import type { Lists } from '../reading/list.ts';
import { resolveDocument } from './resolve.ts';

export const lists: Lists<'documents'> = {
  documents: async (query, { context, rows }) => {
    context.trace.tag('list:document');
    if (query.by === 'category') tagProducts({ by: 'category', id: query.id }, context.trace);
    const { items, product_ids: productIds, next_change_at: nextChangeAt } = await rows(query);
    context.trace.changesAt(nextChangeAt, context.at);
    // Which documents a product has is part of the product.
    for (const id of productIds) context.trace.tag(`product:${id}`);
    return items.map((row) => resolveDocument(row, context));
  },
};
