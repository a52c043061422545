import type { Lists } from '../reading/list.ts';
import { localText } from '../reading/local-text.ts';

export const lists: Lists<'series'> = {
  /** Which series there are is decided by the products. */
  series: async (query, { context, rows }) => {
    context.trace.tag('list:product');
    const { items, next_change_at: nextChangeAt } = await rows(query);
    context.trace.changesAt(nextChangeAt, context.at);
    return items.map(({ id, name, display_name: displayName, localized }) => {
      context.trace.tag(`series/card:${id}`);
      return { id, name, displayName, summary: localText(localized, context.locale, 'summary') ?? '' };
    });
  },
};
