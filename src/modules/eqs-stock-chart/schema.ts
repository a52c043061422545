import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, select, text } from '#schema/fields.ts';

export const description = 'closing prices as a chart and as a table';

export const eqsStockChart = defineModule({
  type: 'EQS_STOCK_CHART',
  displayName: 'Investor stock chart',
  group: 'Downloads and investors',
  also: ['shares', 'quotes'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    symbol: text({ label: 'Symbol', max: 12, required: true, help: 'As in the feed of quotes, for example OSTR' }),
    // Days of trading, not of the calendar: the chart depends on the quotes alone and not on the clock.
    days: select({
      label: 'Period',
      options: { '65': 'Three months', '252': 'One year', '1260': 'Five years' },
      default: '252',
    }),
  }),
  defaults: {},
  placeholders: { heading: { title: 'Share price' }, symbol: 'OSTR' },
  lists: ({ symbol, days }) => ({ quotes: { list: 'quotes', symbol, limit: Number(days) } }),
  waitsFor: ({ symbol }, count) => (count('quotes') === 0 ? `There are no quotes of ${symbol}.` : null),
});
