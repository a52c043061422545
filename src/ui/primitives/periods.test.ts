import { describe, expect, it } from 'vitest';
import { countryName, formatHour, formatPeriod } from './periods.ts';

describe('periods', () => {
  it('names the days where the event is, and what they share once', () => {
    const text = formatPeriod('2027-01-18T23:00:00Z', '2027-01-21T08:00:00Z', 'Asia/Tokyo', 'en');
    expect(text.replaceAll(/\s/g, ' ')).toBe('19 – 21 January 2027');
  });

  it('is one day when the event is', () => {
    expect(formatPeriod('2026-12-01T14:00:00Z', '2026-12-01T15:00:00Z', 'Europe/Zurich', 'de')).toBe(
      '1. Dezember 2026',
    );
  });

  it('tells the hour with its zone, and copes with a zone that nobody knows', () => {
    expect(formatHour('2026-12-01T14:00:00Z', 'Europe/Zurich', 'en')).toContain('15:00');
    expect(formatHour('2026-12-01T14:00:00Z', 'Nowhere/Known', 'en')).toContain('15:00');
  });

  it('names countries in the language of the page', () => {
    expect(countryName('CH', 'de')).toBe('Schweiz');
    expect(countryName('JP', 'jp')).toBe('日本');
  });
});
