import type { Lists } from '../reading/list.ts';
import { resolveFaq } from './resolve.ts';

export const lists: Lists<'faqs'> = {
  faqs: async (query, { context, rows }) => {
    context.trace.tag('list:faq');
    const { items } = await rows(query);
    return items.map((row) => resolveFaq(row, context));
  },
};
