import type { Lists } from '../reading/list.ts';
import { resolveCategory } from './resolve.ts';

export const lists: Lists<'categories'> = {
  categories: async (query, { context, rows }) => {
    context.trace.tag('list:category');
    const { items } = await rows(query);
    return items.map((row) => resolveCategory(row, context));
  },
};
