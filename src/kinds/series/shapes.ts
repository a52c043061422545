import { z } from 'zod';
import { productStatuses } from '#domain/vocabulary.ts';
import { imageRow } from '../image/shapes.ts';
import { localized } from '../reading/localized-row.ts';
import { makeRowId } from '../reading/row-id.ts';

const seriesTeaserRow = z.object({
  id: makeRowId('series'),
  name: z.string(),
  display_name: z.string(),
  localized: localized({ summary: z.string() }),
});
export const seriesRow = z.object({
  id: makeRowId('series'),
  slug: z.string(),
  name: z.string(),
  display_name: z.string(),
  status: z.enum(productStatuses),
  localized: localized({ summary: z.string() }),
  image: imageRow.nullable(),
});

/** The rows of `read_records`, by shape name. */
export const shapes = { series: seriesRow };

/** What the database answers to lists: rows, with the moment from which the answer is another one. */
export const answers = {
  series: z.object({ items: z.array(seriesTeaserRow), next_change_at: z.string().nullable() }),
};
