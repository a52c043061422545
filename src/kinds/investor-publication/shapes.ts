import { z } from 'zod';
import { exactMoment } from '#domain/values/moment.ts';
import { publicationCategories } from '#domain/vocabulary.ts';
import { documentRow } from '../document/shapes.ts';
import { localized } from '../reading/localized-row.ts';
import { makeRowId } from '../reading/row-id.ts';

const publicationRow = z.object({
  id: makeRowId('investor_publication'),
  category: z.enum(publicationCategories),
  published_at: exactMoment(),
  url: z.string().nullable(),
  localized: localized({ title: z.string() }),
  document: documentRow.nullable(),
});
export type PublicationRow = z.infer<typeof publicationRow>;

/** What the database answers to lists: rows, with the moment from which the answer is another one. */
export const answers = {
  publications: z.object({ items: z.array(publicationRow), next_change_at: z.string().nullable() }),
};
