import { z } from 'zod';
import { type Result, fail, ok } from '#domain/result.ts';
import { isOfYears, yearsMessage } from '#domain/values/moment.ts';
import { isTimeZone, listMoments } from '#domain/values/zoned-moment.ts';
import { scheduleRelease as schedule } from '#changes/releases/change-release.ts';
import { defineAction } from '../define-action.ts';
import { id } from './release-item.ts';
import { asEditorOfAll } from './as-editor-of-all.ts';

const when = z.object({
  /** A date and a time of the day, as clocks of the zone show it. */
  local: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/, 'Choose a date and a time'),
  zone: z.string().max(60).refine(isTimeZone, 'There is no such time zone. Choose one of the list.'),
  /** Which one, where clocks show the time twice. */
  which: z.enum(['first', 'second']).optional(),
});

/** Says when a release becomes live by itself; null: it does not. A time that comes twice is asked about. */
export const scheduleRelease = defineAction({
  input: z.object({ id, when: when.nullable() }),
  handler: (input, context) =>
    asEditorOfAll(context, input.id, async ({ actor, runtime }) => {
      const moment = input.when && parseMoment(input.when, new Date());
      if (moment?.ok === false) return moment;
      const done = await schedule(
        actor,
        input.id,
        moment && input.when ? { at: moment.value, zone: input.when.zone } : null,
      );
      if (done.ok) runtime.releases.wake();
      return done;
    }),
});

function parseMoment({ local, zone, which }: z.output<typeof when>, now: Date): Result<string> {
  const [first, second] = listMoments(local, zone);
  const refuse = (message: string, detail?: unknown): Result<never> => ({
    ok: false,
    failure: { code: 'invalid', message, detail, issues: [{ path: ['when', 'local'], message }] },
  });
  if (first === undefined) return refuse('Clocks are put forward then: there is no such time. Choose another one.');
  if (second !== undefined && which === undefined) {
    return fail('conflict', 'Clocks are put back then: this time comes twice. Choose the first or the second one.');
  }
  const moment = which === 'second' && second !== undefined ? second : first;
  if (!isOfYears(new Date(moment))) return refuse(`${yearsMessage}. Choose an earlier one.`);
  return Date.parse(moment) > now.getTime()
    ? ok(moment)
    : refuse('This moment has passed. Choose a later one, or publish now.');
}
