import { z } from 'zod';
import { calendarDay } from '#domain/values/moment.ts';

const quoteRow = z.object({
  day: calendarDay(),
  open: z.number().nullable(),
  high: z.number().nullable(),
  low: z.number().nullable(),
  close: z.number(),
  volume: z.number().nullable(),
});

/** What the database answers to lists: rows, with the moment from which the answer is another one. */
export const answers = {
  quotes: z.object({ items: z.array(quoteRow) }),
};
