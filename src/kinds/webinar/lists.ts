import type { Lists } from '../reading/list.ts';
import { resolveWebinar } from './resolve.ts';

export const lists: Lists<'webinars'> = {
  webinars: async (query, { context, rows }) => {
    context.trace.tag('list:webinar');
    const { items, next_change_at: nextChangeAt } = await rows(query);
    context.trace.changesAt(nextChangeAt, context.at);
    return items.flatMap((row) => resolveWebinar(row, context) ?? []);
  },
};
