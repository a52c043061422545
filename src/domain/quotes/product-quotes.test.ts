import { describe, expect, it } from 'vitest';
import { mayQuote, splitQuotes, writeQuote } from './product-quotes.ts';

describe('a quote of a product', () => {
  it('is found in a text, however it is spaced', () => {
    const quote = { product: 'cx24', property: 'co2-range', end: null };
    expect(splitQuotes('From {{product:cx24 co2-range}} on')).toEqual(['From ', quote, ' on']);
    expect(splitQuotes('{{ product: CX24  co2-range }}')).toEqual([quote]);
    expect(splitQuotes('{{product:cx24 co2-range}}{{product:cx24 co2-range max}}')).toEqual([
      quote,
      { ...quote, end: 'max' },
    ]);
  });

  it.each(['{{product:cx24}}', '{{product:cx24 co2-range', '{{product:}}', '{{product:cx24 co2-range middle}}'])(
    'is malformed as %s',
    (text) => {
      expect(splitQuotes(`Up to ${text}`)).toEqual(['Up to ', { malformed: text }]);
    },
  );

  it('is none in other braces', () => {
    for (const text of ['{{name}}', 'product:cx24', '{product:cx24 range}']) {
      expect(mayQuote(text)).toBe(false);
      expect(splitQuotes(text)).toEqual([text]);
    }
  });

  it('is read back as it was written', () => {
    for (const end of [null, 'min', 'max'] as const) {
      const quote = { product: 'hx41', property: 'temperature-range', end };
      expect(splitQuotes(writeQuote(quote))).toEqual([quote]);
    }
  });
});
