import { describe, expect, it } from 'vitest';
import { formatMeasured } from './measured-values.ts';

describe('a measured value', () => {
  it.each([
    [2.5, 'en', '2.5'],
    [2.5, 'de', '2,5'],
    [1.0, 'de', '1'],
    [0.000_25, 'en', '0.00025'],
    [9500, 'de', '9500'],
    [40_000, 'en', '40,000'],
    [40_000, 'de', '40\u202f000'],
    [-40, 'ja', '−40'],
    [-12_500, 'de', '−12\u202f500'],
  ])('of %d is written in %s as %s', (value, language, text) => {
    expect(formatMeasured(value, language)).toBe(text);
  });

  it('that is a range stays on one line', () => {
    expect(formatMeasured([-40, 0.5], 'de')).toBe('−40\u00a0…\u00a00,5');
  });

  it('in words is set as well: figures alone as the language writes them, units next to their figure', () => {
    expect(formatMeasured('1.5 × 1.50 × 0.5', 'de')).toBe('1,5\u00a0×\u00a01,50\u00a0×\u00a00,5');
    expect(formatMeasured('1.5 × 1.5', 'ko')).toBe('1.5\u00a0×\u00a01.5');
    expect(formatMeasured('-40 … 125', 'en')).toBe('−40\u00a0…\u00a0125');
    expect(formatMeasured('LIN 2.2A, 4–20 mA', 'de')).toBe('LIN 2.2A, 4–20\u00a0mA');
    expect(formatMeasured('2 modules, USB bridge', 'en')).toBe('2 modules, USB bridge');
  });
});
