import { describe, expect, it } from 'vitest';
import { formatNumber, parseNumber } from './parse-number.ts';

describe('a number as it is written', () => {
  it.each([
    ['en', '1,234.5', 1234.5],
    ['en', '-40', -40],
    ['en', '−40', -40],
    ['en', '.5', 0.5],
    ['en', '1e-6', 0.000_001],
    ['de', '1.234,5', 1234.5],
    ['de', '0,02', 0.02],
    ['de', '1 234', 1234],
    ['de-CH', '1’234.5', 1234.5],
    ['ja', '1,234.5', 1234.5],
    ['fr', '1 234,5', 1234.5],
  ])('in %s “%s” is %d', (locale, text, value) => expect(parseNumber(text, locale)).toEqual({ ok: true, value }));

  it.each([
    ['de', '1.5'],
    ['en', '1,5'],
    ['en', '12,34,567'],
    ['en', '1.2.3'],
    ['en', 'about 5'],
    ['en', '5 V'],
  ])('in %s “%s” is refused', (locale, text) => {
    const refused = parseNumber(text, locale);
    expect(refused).toMatchObject({ ok: false, failure: { message: expect.stringContaining(text) } });
  });

  it('is nothing where nothing is written', () => expect(parseNumber('  ', 'en')).toEqual({ ok: true, value: null }));

  it.each(['en', 'de', 'de-CH', 'fr', 'ja', 'ko'])('is read back as it is shown in %s', (locale) => {
    for (const value of [0, -40, 1234.5, 0.000_001, 1_000_000])
      expect(parseNumber(formatNumber(value, locale), locale)).toEqual({ ok: true, value });
  });
});
