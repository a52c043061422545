import { z } from 'zod';
import { exactMoment } from '#domain/values/moment.ts';
import { richTextSchema } from '#schema/rich-text.ts';
import { imageRow } from '../image/shapes.ts';
import { localized } from '../reading/localized-row.ts';
import { placed } from '../reading/placed-row.ts';
import { makeRowId } from '../reading/row-id.ts';

const event = {
  id: makeRowId('event'),
  ...placed,
  news_category: z.enum(['newsroom', 'career']),
  starts_at: exactMoment(),
  ends_at: exactMoment(),
  time_zone: z.string(),
  is_online: z.boolean(),
  country: z.string().nullable(),
  url: z.string().nullable(),
  texts: localized({ title: z.string(), summary: z.string(), venue: z.string(), city: z.string() }),
  image: imageRow.nullable(),
};
const eventRow = z.object(event);
export type EventRow = z.infer<typeof eventRow>;

const eventDetailRow = z.object({
  ...event,
  updated_at: exactMoment(),
  localized: localized({ body: richTextSchema.nullish() }),
});
export type EventDetailRow = z.infer<typeof eventDetailRow>;

/** The rows of `read_records`, by shape name. */
export const shapes = { event_detail: eventDetailRow };

/** What the database answers to lists: rows, with the moment from which the answer is another one. */
export const answers = {
  events: z.object({ items: z.array(eventRow), next_change_at: z.string().nullable() }),
};
