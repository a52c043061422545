import { z } from 'zod';
import { publicationCategories } from '#domain/vocabulary.ts';
import { bookkeeping, date, id, localized, optionalReference, slug, text, time, webAddress } from './fields.ts';
import { defineKind } from './kind.ts';

/** In US dollars. */
const price = () => z.number().positive().multipleOf(0.01, 'A price has two decimals at most');
const optionalPrice = () => price().nullable().default(null);

/** The parts of a quote that a feed brings as well. */
export const quoteFields = {
  symbol: z.string().regex(/^[A-Z0-9.]{1,12}$/, 'A symbol has 1 to 12 capital letters, digits or dots'),
  day: date(),
  open: optionalPrice(),
  high: optionalPrice(),
  low: optionalPrice(),
  close: price(),
  volume: z.int().min(0).nullable().default(null),
};

type Prices = { open: number | null; high: number | null; low: number | null; close: number };

/** What is wrong with the prices of a day. */
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
  schema: z.strictObject({ kind: z.literal('stock_quote'), id: id(), ...quoteFields, ...bookkeeping }),
  check: checkPrices,
  uniques: ({ symbol, day }) => [`quote of ${symbol} on ${day}`],
});

/** The parts of a publication that a feed brings as well. */
export const publicationFields = {
  category: z.enum(publicationCategories),
  published_at: time(),
  url: webAddress().nullable().default(null),
  localized: localized({ title: text(250) }),
};

export const investorPublication = defineKind({
  kind: 'investor_publication',
  table: 'investor_publications',
  schema: z.strictObject({
    kind: z.literal('investor_publication'),
    id: id(),
    key: slug(),
    ...publicationFields,
    document: optionalReference('document'),
    ...bookkeeping,
  }),
  check: (record, issue) => {
    if (record.url !== null && record.document !== null) issue(['url'], 'Either url or document');
  },
  uniques: (record) => [`publication key ${record.key}`],
});
