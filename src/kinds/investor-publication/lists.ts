import type { Lists } from '../reading/list.ts';
import { resolvePublication } from './resolve.ts';

export const lists: Lists<'publications'> = {
  publications: async (query, { context, rows }) => {
    context.trace.tag('list:investor_publication');
    const { items, next_change_at: nextChangeAt } = await rows(query);
    context.trace.changesAt(nextChangeAt, context.at);
    return items.map((row) => resolvePublication(row, context));
  },
};
