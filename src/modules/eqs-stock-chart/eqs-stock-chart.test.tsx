import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import type { Quote } from '#view-model/resolved.ts';
import { context, layout, noHeading } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';
import { eqsStockChart } from './schema.ts';

const quote = (day: string, close: number): Quote => ({ day, open: null, high: null, low: null, close, volume: null });
const render = (items: Quote[]) =>
  markup(View, {
    id: 5,
    data: { ...layout, heading: noHeading, symbol: 'OSTR', days: '252' },
    lists: { quotes: { list: 'quotes', items } },
    slots: {},
    context,
  });

describe('EQS_STOCK_CHART', () => {
  const html = render([quote('2026-11-18', 70), quote('2026-11-19', 71.5), quote('2026-11-20', 74.2)]);

  it('shows the last price in US dollars with two decimals, and how it moved', () => {
    expect(html).toContain('data-module-id="5" data-module-type="EQS_STOCK_CHART"');
    expect(html).toContain('<dd>USD\u00a074.20</dd>');
    expect(html).toContain('+3.78%');
    expect(render([quote('2026-11-19', 2), quote('2026-11-20', 1)])).toContain('−50.00%');
  });

  it('draws the course before any script, and says the same in a table', () => {
    expect(html).toContain('points="0,300 500,192.9 1000,0"');
    expect(html).toContain('role="img" aria-label="stock.chart"');
    expect(html).toContain('<th scope="row">20 November 2026</th>');
    expect(html).not.toContain('style=');
  });

  it('shows a single quote', () => {
    expect(render([quote('2026-11-20', 70)])).not.toContain('stock.change');
  });

  it('needs a symbol', () => {
    const messageOf = (symbol: string) => eqsStockChart.schema.safeParse({ symbol }).error?.issues[0]?.message;
    expect(messageOf('A'.repeat(12))).toBeUndefined();
    expect(messageOf('A'.repeat(13))).toBe('Max. 12 characters');
    expect(messageOf('')).toBe('This field is required');
  });
});
