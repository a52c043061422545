import type { Lists } from '../reading/list.ts';
import { resolveArticle } from './resolve.ts';

export const lists: Lists<'articles'> = {
  articles: async (query, { context, rows }) => {
    context.trace.tag(`list:article/newsroom_category/${query.category}`);
    const { items, next_change_at: nextChangeAt } = await rows(query);
    context.trace.changesAt(nextChangeAt, context.at);
    return items.flatMap((row) => resolveArticle(row, context) ?? []);
  },
};
