import type { Lists } from '../reading/list.ts';
import { resolvePost } from './resolve.ts';

export const lists: Lists<'posts'> = {
  posts: async (query, { context, rows }) => {
    context.trace.tag('list:post');
    const { items, next_change_at: nextChangeAt } = await rows(query);
    context.trace.changesAt(nextChangeAt, context.at);
    return items.flatMap((row) => resolvePost(row, context) ?? []);
  },
};
