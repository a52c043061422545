import { z } from 'zod';
import { productStatuses } from '#domain/vocabulary.ts';
import { imageRow } from '../image/shapes.ts';
import { localized } from '../reading/localized-row.ts';

export const seriesTeaserRow = z.object({
  id: z.number(),
  name: z.string(),
  display_name: z.string(),
  localized: localized({ summary: z.string() }),
});
export const seriesRow = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  display_name: z.string(),
  status: z.enum(productStatuses),
  localized: localized({ summary: z.string() }),
  image: imageRow.nullable(),
});

/** What `read_records` answers with, by the name of the shape. */
export const shapes = { series: seriesRow };
