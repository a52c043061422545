import { z } from 'zod';
import { exactMoment } from '#domain/values/moment.ts';
import { localized } from '../reading/localized-row.ts';
import { makeRowId } from '../reading/row-id.ts';

/** A job has no page of its own; it leads to where one applies. */
const jobRow = z.object({
  id: makeRowId('job'),
  sites: z.array(z.string()),
  is_published: z.boolean(),
  publish_from: exactMoment(),
  publish_until: exactMoment().nullable(),
  city: z.string(),
  country: z.string(),
  field: z.string().nullable(),
  pensum_min: z.number().nullable(),
  pensum_max: z.number().nullable(),
  is_remote: z.boolean(),
  direct_link: z.string().nullable(),
  localized: localized({
    title: z.string(),
    short_description: z.string(),
    city: z.string().nullish(),
    positions: z.array(z.string()).nullish(),
  }),
});
export type JobRow = z.infer<typeof jobRow>;

/** What the database answers to lists: rows, with the moment from which the answer is another one. */
export const answers = {
  jobs: z.object({ items: z.array(jobRow), next_change_at: z.string().nullable() }),
};
