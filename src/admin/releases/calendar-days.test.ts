import { describe, expect, it } from 'vitest';
import { addDays, dayAt, daysAround, isDay, addPeriod, getDayStart } from './calendar-days.ts';

describe('the days of a calendar', () => {
  it('are a week from Monday, and the weeks of a month', () => {
    expect(daysAround('week', '2026-11-26')).toEqual([
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
      '2026-11-26',
      '2026-11-27',
      '2026-11-28',
      '2026-11-29',
    ]);
    const november = daysAround('month', '2026-11-26');
    expect([november[0], november.at(-1), november.length]).toEqual(['2026-10-26', '2026-12-06', 42]);
    // It begins on a Monday and fills four weeks.
    expect(daysAround('month', '2027-02-10')).toHaveLength(28);
    expect(daysAround('month', '2027-02-10')[0]).toBe('2027-02-01');
  });

  it('go on by weeks and months, also where the next month is shorter', () => {
    expect([addPeriod('week', '2026-12-28'), addPeriod('week', '2027-01-04', -1)]).toEqual([
      '2027-01-04',
      '2026-12-28',
    ]);
    expect([addPeriod('month', '2027-01-31'), addPeriod('month', '2027-01-15', -1)]).toEqual([
      '2027-02-28',
      '2026-12-15',
    ]);
    expect(addDays('2028-02-28', 2)).toBe('2028-03-01');
  });

  it('are those of a time zone', () => {
    expect(dayAt('2026-11-26T23:30:00Z', 'Europe/Zurich')).toBe('2026-11-27');
    expect(dayAt('2026-11-26T23:30:00Z', 'America/New_York')).toBe('2026-11-26');
    expect(getDayStart('2026-11-26', 'Asia/Tokyo')).toBe('2026-11-25T15:00:00.000Z');
    // Clocks skip midnight there.
    expect(getDayStart('2026-04-24', 'Africa/Cairo')).toBe('2026-04-23T22:00:00.000Z');
  });

  it('are told from what is none', () => {
    const none = ['2026-13-01', '2026-02-31', 'today', '', null];
    expect(['2026-11-26', ...none].map(isDay)).toEqual([true, ...none.map(() => false)]);
  });
});
