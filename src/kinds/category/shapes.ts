import { z } from 'zod';
import { localized } from '../reading/localized-row.ts';
import { makeRowId } from '../reading/row-id.ts';

export const categoryRow = z.object({
  id: makeRowId('category'),
  slug: z.string(),
  localized: localized({ title: z.string(), description: z.string() }),
});
export type CategoryRow = z.infer<typeof categoryRow>;

/** The rows of `read_records`, by shape name. */
export const shapes = { category: categoryRow };

/** What the database answers to lists: rows, with the moment from which the answer is another one. */
export const answers = {
  categories: z.object({ items: z.array(categoryRow) }),
};
