import { z } from 'zod';
import { exactMoment } from '#domain/values/moment.ts';
import { localeSchema } from './localized-row.ts';

/** The columns that decide whether and where a record with a page of its own is shown. */
export const placed = {
  slug: z.string(),
  sites: z.array(z.string()),
  is_published: z.boolean(),
  publish_from: exactMoment().nullable(),
  publish_until: exactMoment().nullable(),
  locales: z.array(localeSchema),
};
export const placedRow = z.object({ ...placed, news_category: z.string().nullish() });
export type PlacedRow = z.infer<typeof placedRow>;
