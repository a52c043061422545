import { describe, expect, it } from 'vitest';
import type { Locale } from '#domain/locales.ts';
import { formatMinute, formatPeriod } from './periods.ts';

describe('periods', () => {
  it('names the days in the time zone of the event, and shared parts once', () => {
    const text = formatPeriod('2027-01-18T23:00:00Z', '2027-01-21T08:00:00Z', 'Asia/Tokyo', 'en');
    expect(text.replaceAll(/\s/g, ' ')).toBe('19 – 21 January 2027');
  });

  it('names shared parts once in each language', () => {
    const period = (endsAt: string, locale: Locale) =>
      formatPeriod('2027-01-18T23:00:00Z', endsAt, 'Asia/Tokyo', locale);
    expect(period('2027-01-21T08:00:00Z', 'jp')).toBe('2027年1月19日〜21日');
    expect(period('2027-02-02T08:00:00Z', 'jp')).toBe('2027年1月19日〜2月2日');
    expect(period('2028-01-19T08:00:00Z', 'cn')).toBe('2027年1月19日至2028年1月19日');
    expect(period('2027-01-19T08:00:00Z', 'cn')).toBe('2027年1月19日');
    expect(period('2027-01-21T08:00:00Z', 'kr')).toBe('2027년 1월 19일~21일');
  });

  it('is one day when the event is', () => {
    expect(formatPeriod('2026-12-01T14:00:00Z', '2026-12-01T15:00:00Z', 'Europe/Zurich', 'de')).toBe(
      '1. Dezember 2026',
    );
  });

  it('formats a time with its zone, also an unknown one', () => {
    expect(formatMinute('2026-12-01T14:00:00Z', 'Europe/Zurich', 'en')).toContain('15:00');
    expect(formatMinute('2026-12-01T14:00:00Z', 'Nowhere/Known', 'en')).toContain('15:00');
  });

  it('tells the time before its zone, in every language', () => {
    const moment = (locale: Locale) => formatMinute('2027-01-19T01:00:00Z', 'Asia/Tokyo', locale);
    expect(moment('en')).toBe('19 January 2027 at 10:00 GMT+9');
    expect(moment('de')).toBe('19. Januar 2027 um 10:00 GMT+9');
    expect(moment('jp')).toBe('2027年1月19日 10:00 JST');
    expect(moment('cn')).toBe('2027年1月19日 10:00 GMT+9');
    expect(moment('kr')).toBe('2027년 1월 19일 10:00 GMT+9');
  });
});
