import { z } from 'zod';
import { richTextSchema } from '#schema/rich-text.ts';
import { localized } from '../reading/localized-row.ts';

export const faqRow = z.object({
  id: z.number(),
  category: z.string(),
  localized: localized({ question: z.string(), answer: richTextSchema }),
});
export type FaqRow = z.infer<typeof faqRow>;
