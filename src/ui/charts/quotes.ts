import type { Quote } from '#view-model/resolved.ts';

/** The lowest and the highest price of a time: of its days, or of their closing prices where no more is known. */
export function getQuoteRange(quotes: readonly Quote[]): { low: number; high: number } {
  return {
    low: Math.min(...quotes.map(({ low, close }) => low ?? close)),
    high: Math.max(...quotes.map(({ high, close }) => high ?? close)),
  };
}

/** As many as a table shows day by day; a longer time is shown by its months. */
const daysInTable = 70;

export type Period = { key: string; isMonth: boolean; low: number; high: number; close: number };

/** Lines of a table, newest first: days, or months with their last closing price. */
export function groupByPeriod(quotes: readonly Quote[]): Period[] {
  const isMonth = quotes.length > daysInTable;
  const groups = Map.groupBy(quotes, ({ day }) => (isMonth ? day.slice(0, 7) : day));
  return [...groups]
    .map(([key, ofPeriod]) => ({ key, isMonth, ...getQuoteRange(ofPeriod), close: ofPeriod.at(-1)?.close ?? 0 }))
    .toReversed();
}

/** The course of closing prices as the points of a line in a box of the given size, days of trading evenly spread. */
export function linePoints(quotes: readonly Quote[], { width, height }: { width: number; height: number }): string {
  const closes = quotes.map(({ close }) => close);
  const low = Math.min(...closes);
  const span = Math.max(...closes) - low;
  const step = closes.length > 1 ? width / (closes.length - 1) : 0;
  return closes
    .map((close, index) => {
      const y = span === 0 ? height / 2 : height - ((close - low) / span) * height;
      return `${round(index * step)},${round(y)}`;
    })
    .join(' ');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
