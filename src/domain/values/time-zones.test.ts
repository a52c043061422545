import { describe, expect, it } from 'vitest';
import { currentTimeZone, describeTimeZone, timeZones } from './time-zones.ts';
import { isTimeZone, listMoments } from './zoned-moment.ts';

const stored = Intl.supportedValuesOf('timeZone');

describe('time zones', () => {
  it('are offered by their names of today, each once and in order', () => {
    const offered = timeZones('UTC', 'Asia/Calcutta');
    expect(offered).toEqual(expect.arrayContaining(['Asia/Kolkata', 'Asia/Ho_Chi_Minh', 'Europe/Kyiv', 'UTC']));
    for (const old of ['Asia/Calcutta', 'Asia/Saigon', 'Europe/Kiev']) expect(offered).not.toContain(old);
    expect(offered).toEqual([...new Set(offered)].toSorted());
  });

  it('are the same under both names', () => {
    const renamed = stored.filter((zone) => currentTimeZone(zone) !== zone);
    for (const zone of renamed) {
      expect(isTimeZone(currentTimeZone(zone)), zone).toBe(true);
      for (const local of ['2026-01-01T12:00', '2026-07-01T12:00']) {
        expect(listMoments(local, currentTimeZone(zone)), zone).toEqual(listMoments(local, zone));
      }
    }
  });

  it('are named without what only machines need', () => {
    expect(describeTimeZone('Asia/Saigon')).toBe('Asia/Ho Chi Minh');
    expect(describeTimeZone('Europe/Zurich')).toBe('Europe/Zurich');
  });
});
