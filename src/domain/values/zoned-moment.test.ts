import { describe, expect, it } from 'vitest';
import { isTimeZone, listMoments } from './zoned-moment.ts';

describe('a time of the day in a time zone', () => {
  it.each([
    ['2026-12-01T09:00', 'Europe/Zurich', ['2026-12-01T08:00:00.000Z']],
    ['2026-07-01T09:00', 'Europe/Zurich', ['2026-07-01T07:00:00.000Z']],
    ['2026-07-01T09:00:30', 'Asia/Kolkata', ['2026-07-01T03:30:30.000Z']],
    ['2026-01-01T00:00', 'Pacific/Kiritimati', ['2025-12-31T10:00:00.000Z']],
    ['2026-03-29T02:30', 'Europe/Zurich', []],
    ['2026-10-25T02:30', 'Europe/Zurich', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
    ['2026-03-29T03:00', 'Europe/Zurich', ['2026-03-29T01:00:00.000Z']],
    // Half an hour is skipped, and comes twice.
    ['2026-10-04T02:15', 'Australia/Lord_Howe', []],
    ['2026-04-05T01:45', 'Australia/Lord_Howe', ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z']],
    // A day that there was not.
    ['2011-12-30T12:00', 'Pacific/Apia', []],
    ['no time', 'Europe/Zurich', []],
  ])('%s in %s', (local, zone, moments) => expect(listMoments(local, zone)).toEqual(moments));

  it('knows which zones there are', () => {
    expect(isTimeZone('Europe/Zurich')).toBe(true);
    expect(isTimeZone('Europe/Nowhere')).toBe(false);
  });
});
