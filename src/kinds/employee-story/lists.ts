import type { Lists } from '../reading/list.ts';
import { resolveEmployeeStory } from './resolve.ts';

export const lists: Lists<'stories'> = {
  stories: async (query, { context, rows }) => {
    context.trace.tag('list:employee_story');
    const { items, next_change_at: nextChangeAt } = await rows(query);
    context.trace.changesAt(nextChangeAt, context.at);
    return items.flatMap((row) => resolveEmployeeStory(row, context) ?? []);
  },
};
