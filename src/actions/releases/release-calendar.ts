import { z } from 'zod';
import { ok } from '#domain/result.ts';
import { exactMoment } from '#domain/values/moment.ts';
import { readCalendar } from '#changes/releases/read-calendar.ts';
import { asStaff } from '../as-staff.ts';
import { defineAction } from '../define-action.ts';

const longestCalendar = 45 * 24 * 60 * 60 * 1000;

/** What happens or has happened between two moments, at most some weeks apart. */
export const releaseCalendar = defineAction({
  input: z
    .object({ from: exactMoment('Name a moment'), until: exactMoment('Name a moment') })
    .refine(({ from, until }) => Date.parse(until) - Date.parse(from) <= longestCalendar, {
      path: ['until'],
      message: 'Ask for 45 days at most',
    }),
  handler: ({ from, until }, context) =>
    asStaff(context, async ({ session }) => ok(await readCalendar(session.client, from, until))),
});
