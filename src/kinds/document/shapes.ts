import { z } from 'zod';
import { calendarDay } from '#domain/values/moment.ts';
import { mediaPath } from '#domain/media/media-path.ts';
import { localeSchema, localized } from '../reading/localized-row.ts';
import { makeRowId } from '../reading/row-id.ts';

export const documentRow = z.object({
  id: makeRowId('document'),
  localized: localized({ title: z.string() }),
  content_date: calendarDay(),
  type: z.string(),
  language: localeSchema,
  size: z.number().nullable(),
  storage_path: mediaPath.nullable(),
});
export type DocumentRow = z.infer<typeof documentRow>;

/** The rows of `read_records`, by shape name. */
export const shapes = { document: documentRow };

/** What the database answers to lists: rows, with the moment from which the answer is another one. */
export const answers = {
  documents: z.object({
    items: z.array(documentRow),
    product_ids: z.array(z.number()),
    next_change_at: z.string().nullable(),
  }),
};
