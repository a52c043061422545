import type { Lists } from '../reading/list.ts';
import { resolveEvent } from './resolve.ts';

export const lists: Lists<'events'> = {
  events: async (query, { context, rows }) => {
    context.trace.tag(query.category === null ? 'list:event' : `list:event/category/${query.category}`);
    const { items, next_change_at: nextChangeAt } = await rows(query);
    context.trace.changesAt(nextChangeAt, context.at);
    return items.flatMap((row) => resolveEvent(row, context) ?? []);
  },
};
