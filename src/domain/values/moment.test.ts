import { expect, it } from 'vitest';
import { calendarDay, exactMoment, moment, yearsMessage } from './moment.ts';

it('is of our calendar, which has no year 0, in UTC too', () => {
  for (const text of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+01:00', '2026-02-30T00:00:00Z', '2026-01-01', ''])
    expect(exactMoment().safeParse(text).success, text).toBe(false);
  for (const text of ['0001-01-01T00:00:00Z', '2026-11-26T16:33:43.183521+00:00'])
    expect(exactMoment().parse(text), text).toBe(text);
  expect(moment().parse('2026-11-26T16:33:43.183521+01:00')).toBe('2026-11-26T15:33:43.183Z');
});

it('is of a year that has four digits everywhere', () => {
  for (const text of ['9999-12-31T23:59:59-05:00', '9999-12-31T23:59:59.999999-00:01', '0001-01-01T00:00:00+00:01'])
    expect(exactMoment().safeParse(text).error?.issues, text).toMatchObject([{ message: yearsMessage }]);
  expect(exactMoment().safeParse('9999-12-31T23:59:59.999999Z').success).toBe(true);
});

it('is a day that databases have', () => {
  expect(calendarDay().safeParse('0000-01-01').success).toBe(false);
  expect(calendarDay().parse('2026-02-28')).toBe('2026-02-28');
});
