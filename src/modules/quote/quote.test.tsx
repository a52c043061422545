import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { context, headingLevels, image, layout, noHeading } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';
import { quote } from './schema.ts';

const example = { quote: 'It works.', name: 'Ines', position: '', image: null };
const render = (quotes: object[], title = '') => {
  const data = {
    ...layout,
    heading: { ...noHeading, title },
    quotes: quotes.map((change) => ({ ...example, ...change })),
  };
  return markup(View, { id: 6, data, lists: {}, slots: {}, context });
};

describe('QUOTE', () => {
  it('is a figure whose caption says who said it', () => {
    expect(render([{ position: 'Engineer', image }])).toMatch(
      /<figure.*<blockquote.*<p>It works.<\/p>.*<figcaption.*<img.*Ines.*Engineer/s,
    );
    expect(render([{}])).not.toMatch(/<img|quotes__position/);
  });

  it('is large alone, and side by side with others', () => {
    expect(render([{}])).toContain('quotes__list--one');
    expect(render([{}, {}])).toContain('quotes__list--many');
    expect(headingLevels(render([{}, {}], 'Heard'))).toEqual([2]);
  });

  it('needs words and a name, in their limits', () => {
    const check = (change: object, count = 1) =>
      quote.schema.safeParse({ quotes: Array.from({ length: count }, () => ({ quote: 'x', name: 'y', ...change })) })
        .success;
    expect([check({ quote: 'e\u0301'.repeat(400) }), check({ quote: 'x'.repeat(401) }), check({ quote: '' })]).toEqual([
      true,
      false,
      false,
    ]);
    expect([check({ name: 'x'.repeat(100) }), check({ name: 'x'.repeat(101) }), check({ name: ' ' })]).toEqual([
      true,
      false,
      false,
    ]);
    expect([check({}, 0), check({}, 6), check({}, 7)]).toEqual([false, true, false]);
  });
});
