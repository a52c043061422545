import { describe, expect, it } from 'vitest';
import type { Quote } from '#view-model/resolved.ts';
import { linePoints, groupByPeriod, getQuoteRange } from './quotes.ts';

const quote = (day: string, close: number, change: Partial<Quote> = {}): Quote => ({
  day,
  open: null,
  high: null,
  low: null,
  close,
  volume: null,
  ...change,
});
const daily = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    quote(new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10), index + 1),
  );

describe('quotes', () => {
  it('reach from the lowest to the highest price of a day, or the closing price where no more is known', () => {
    expect(getQuoteRange([quote('2026-01-01', 5, { low: 3, high: 6 }), quote('2026-01-02', 8)])).toEqual({
      low: 3,
      high: 8,
    });
  });

  it('are a table of days, newest first, and of months when they are many', () => {
    expect(groupByPeriod(daily(70))).toHaveLength(70);
    expect(groupByPeriod(daily(70))[0]).toEqual({ key: '2026-03-11', isMonth: false, low: 70, high: 70, close: 70 });
    expect(groupByPeriod(daily(71)).map(({ key, low, close }) => [key, low, close])).toEqual([
      ['2026-03', 60, 71],
      ['2026-02', 32, 59],
      ['2026-01', 1, 31],
    ]);
  });

  it('are a line over the whole box, also when the price never moves', () => {
    const box = { width: 100, height: 10 };
    expect(linePoints([quote('a', 1), quote('b', 3), quote('c', 2)], box)).toBe('0,10 50,0 100,5');
    expect(linePoints([quote('a', 1), quote('b', 1)], box)).toBe('0,5 100,5');
    expect(linePoints([quote('a', 1)], box)).toBe('0,5');
  });
});
