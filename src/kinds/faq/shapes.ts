import { z } from 'zod';
import { richTextSchema } from '#schema/rich-text.ts';
import { localized } from '../reading/localized-row.ts';
import { makeRowId } from '../reading/row-id.ts';

const faqRow = z.object({
  id: makeRowId('faq'),
  category: z.string(),
  localized: localized({ question: z.string(), answer: richTextSchema }),
});
export type FaqRow = z.infer<typeof faqRow>;

/** What the database answers to lists: rows, with the moment from which the answer is another one. */
export const answers = {
  faqs: z.object({ items: z.array(faqRow) }),
};
