import type { Lists } from '../reading/list.ts';
import { resolveJob } from './resolve.ts';

export const lists: Lists<'jobs'> = {
  jobs: async (query, { context, rows }) => {
    context.trace.tag('list:job');
    const { items, next_change_at: nextChangeAt } = await rows(query);
    context.trace.changesAt(nextChangeAt, context.at);
    return items.flatMap((row) => resolveJob(row, context) ?? []);
  },
};
