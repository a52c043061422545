import { describe, expect, it } from 'vitest';
import { formatMeasured, formatPercents, leadingGaps } from './measured-values.ts';

describe('a measured value', () => {
  it.each([
    [2.5, 'en', '2.5'],
    [2.5, 'de', '2,5'],
    [1.0, 'de', '1'],
    [0.000_25, 'en', '0.00025'],
    [999, 'en', '999'],
    [9500, 'en', '9,500'],
    [9500, 'zh', '9,500'],
    [9500, 'de', '9500'],
    [40_000, 'en', '40,000'],
    [40_000, 'de', '40.000'],
    [48_500, 'ja', '48,500'],
    [-40, 'ja', '−40'],
    [-12_500, 'de', '−12.500'],
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

describe('per cent', () => {
  it.each([
    ['en', '60 - 80%', '80%'],
    ['de', '60\u00a0–\u00a080\u00a0%', '80\u00a0%'],
    ['ja', '60～80%', '80%'],
    ['ko', '60~80%', '80%'],
    ['zh', '60%～80%', '80%'],
  ])('in %s are %s and %s', (language, range, one) => {
    expect(formatPercents(60, 80, language)).toBe(range);
    expect(formatPercents(80, 80, language)).toBe(one);
  });
});

describe('a column of numbers', () => {
  it.each(['en', 'de', 'ja'])('has its decimal signs at one place in %s', (language) => {
    const values = [1.25, 40_000.5, -0.5, 0.125].map((value) => formatMeasured(value, language));
    const whole = values.map((value, index) => `${leadingGaps(values, language)?.[index] ?? ''}${value}`);
    const sign = language === 'de' ? ',' : '.';
    expect(whole.map((value) => value.lastIndexOf(sign))).toEqual([6, 6, 6, 6]);
  });

  it('lacks nothing where all numbers are as long, or a value is missing', () => {
    expect(leadingGaps(['1', '8', ''], 'en')).toEqual(['', '', '']);
    expect(leadingGaps(['1,5', ''], 'de')).toEqual(['', '']);
  });

  it('is none with ranges and words', () => {
    for (const other of ['−40 … 125', 'I²C', '1,5 × 2']) expect(leadingGaps(['1', other], 'de')).toBeNull();
  });
});
