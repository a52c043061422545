import { expect, it } from 'vitest';
import { calendarDay, exactMoment, moment } from './moment.ts';

it('is of our calendar, which has no year 0, in UTC too', () => {
  for (const text of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+01:00', '2026-02-30T00:00:00Z', '2026-01-01', ''])
    expect(exactMoment().safeParse(text).success, text).toBe(false);
  for (const text of ['0001-01-01T00:00:00Z', '2026-11-26T16:33:43.183521+00:00'])
    expect(exactMoment().parse(text), text).toBe(text);
  expect(moment().parse('2026-11-26T16:33:43.183521+01:00')).toBe('2026-11-26T15:33:43.183Z');
});

it('is a day that databases have', () => {
  expect(calendarDay().safeParse('0000-01-01').success).toBe(false);
  expect(calendarDay().parse('2026-02-28')).toBe('2026-02-28');
});
