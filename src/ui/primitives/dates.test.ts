import { describe, expect, it } from 'vitest';
import { formatDay, formatSize } from './dates.tsx';

describe('dates and sizes', () => {
  it('name the day where the company is, in the language of the page', () => {
    const lateEvening = '2026-09-14T23:30:00Z';
    expect(formatDay(lateEvening, 'en')).toBe('15 September 2026');
    expect(formatDay(lateEvening, 'de')).toBe('15. September 2026');
    expect(formatDay(lateEvening, 'jp')).toBe('2026年9月15日');
    expect(formatDay(lateEvening, 'cn')).toBe('2026年9月15日');
    expect(formatDay(lateEvening, 'kr')).toBe('2026년 9월 15일');
    expect(formatDay('not a date', 'en')).toBe('');
  });

  it('round file sizes for readers', () => {
    expect(formatSize(1_834_000, 'en')).toBe('1.8 MB');
    expect(formatSize(1_834_000, 'de')).toBe('1,8 MB');
    expect(formatSize(412_300, 'en')).toBe('412 kB');
    expect(formatSize(0, 'en')).toBe('0 byte');
  });
});
