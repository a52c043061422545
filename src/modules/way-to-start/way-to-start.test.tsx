import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { context, headingLevels, image, layout, link, noHeading } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';
import { wayToStart } from './schema.ts';

const card = { title: 'Order', body: '', image, link: null, linkTitle: '' };
const render = (cards: object[], numbered = false) => {
  const data = { ...layout, heading: noHeading, numbered, cards: cards.map((change) => ({ ...card, ...change })) };
  return markup(View, { id: 6, data, lists: {}, slots: {}, context });
};

describe('WAY_TO_START', () => {
  it('is a list with an order only when its steps follow each other', () => {
    expect(render([{}, {}])).toMatch(/<ul class="columns columns--fit">/);
    expect(render([{}, {}], true)).toMatch(/<ol class="columns columns--fit">/);
    expect(headingLevels(render([{}, {}]))).toEqual([2, 2]);
  });

  it('leaves out empty fields', () => {
    expect(render([{}])).not.toMatch(/way-to-start__body|<a /);
    expect(render([{ body: 'B', link, linkTitle: 'Go' }])).toMatch(/>B<.*<span>Go<\/span>/s);
  });

  it('has the limits of a way to start, and takes six at most', () => {
    const check = (change: object, count = 1) =>
      wayToStart.schema.safeParse({ cards: Array.from({ length: count }, () => ({ title: 'x', image: 7, ...change })) })
        .success;
    expect([check({ title: 'x'.repeat(100) }), check({ title: 'x'.repeat(101) }), check({ title: '' })]).toEqual([
      true,
      false,
      false,
    ]);
    expect([check({ body: 'x'.repeat(100) }), check({ body: 'x'.repeat(101) })]).toEqual([true, false]);
    expect([check({ linkTitle: 'x'.repeat(100) }), check({ linkTitle: 'x'.repeat(101) })]).toEqual([true, false]);
    expect([check({}, 0), check({}, 6), check({}, 7), check({ image: null })]).toEqual([false, true, false, false]);
  });
});
