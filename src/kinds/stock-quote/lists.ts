import type { Lists } from '../reading/list.ts';

export const lists: Lists<'quotes'> = {
  quotes: async (query, { context, rows }) => {
    context.trace.tag('list:stock_quote');
    return (await rows(query)).items;
  },
};
