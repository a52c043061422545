import { z } from 'zod';
import { localized } from '../reading/localized-row.ts';

export const categoryRow = z.object({
  id: z.number(),
  slug: z.string(),
  localized: localized({ title: z.string(), description: z.string() }),
});
export type CategoryRow = z.infer<typeof categoryRow>;

/** What `read_records` answers with, by the name of the shape. */
export const shapes = { category: categoryRow };
