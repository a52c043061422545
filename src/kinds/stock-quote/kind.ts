import { z } from 'zod';
import { withMeta } from '#schema/fields.ts';
import { bookkeeping, day, orNull } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';

/** In US dollars. */
const price = (label: string) =>
  withMeta(z.number().positive().multipleOf(0.01, 'A price has two decimals at most'), {
    label,
    help: 'In US dollars',
    widget: 'number',
    step: 0.01,
  });

/** The parts of a quote that a feed brings as well. */
export const quoteFields = {
  symbol: withMeta(z.string().regex(/^[A-Z0-9.]{1,12}$/, 'A symbol has 1 to 12 capital letters, digits or dots'), {
    label: 'Symbol',
    widget: 'text',
    max: 12,
  }),
  day: day({ label: 'Day' }),
  open: orNull(price('Open')),
  high: orNull(price('High')),
  low: orNull(price('Low')),
  close: price('Close'),
  volume: withMeta(z.int().min(0).nullable().default(null), { label: 'Volume', widget: 'number', min: 0, step: 1 }),
};

type Prices = { open: number | null; high: number | null; low: number | null; close: number };

/** Reports errors in the prices of a day. */
export function checkPrices(
  { open, high, low, close }: Prices,
  issue: (path: string[], message: string) => void,
): void {
  const traded = [open, close].filter((value) => value !== null);
  if (low !== null && low > Math.min(...traded, high ?? low)) issue(['low'], 'The lowest price is above another');
  if (high !== null && high < Math.max(...traded)) issue(['high'], 'The highest price is below another');
}

export const stockQuote = defineKind({
  kind: 'stock_quote',
  table: 'stock_quotes',
  label: 'symbol',
  fields: { ...quoteFields, ...bookkeeping },
  machineWritten: ['symbol', 'day', 'open', 'high', 'low', 'close', 'volume'],
  check: checkPrices,
  uniques: ({ symbol, day: on }) => [`quote of ${symbol} on ${on}`],
});
