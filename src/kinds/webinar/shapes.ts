import { z } from 'zod';
import { exactMoment } from '#domain/values/moment.ts';
import { localized } from '../reading/localized-row.ts';
import { makeRowId } from '../reading/row-id.ts';

const webinarRow = z.object({
  id: makeRowId('webinar'),
  title: z.string(),
  url: z.string(),
  starts_at: exactMoment().nullable(),
  localized: localized({ title: z.string(), summary: z.string().nullish() }),
});
export type WebinarRow = z.infer<typeof webinarRow>;

/** The rows of `read_records`, by shape name. */
export const shapes = { webinar: webinarRow };

/** What the database answers to lists: rows, with the moment from which the answer is another one. */
export const answers = {
  webinars: z.object({ items: z.array(webinarRow), next_change_at: z.string().nullable() }),
};
