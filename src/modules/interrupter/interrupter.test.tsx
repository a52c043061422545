import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { context, headingLevels, image, layout, link } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';
import { interrupter } from './schema.ts';

const data = { ...layout, image, side: 'left' as const, tag: '', title: 'Stop', body: '', link: null, linkTitle: '' };
const render = (change: Partial<typeof data> | object = {}) =>
  markup(View, { id: 6, data: { ...data, ...change }, lists: {}, slots: {}, context });

describe('INTERRUPTER', () => {
  it('is over a picture, on the side chosen', () => {
    expect(render()).toMatch(/floating--left.*<img.*loading="lazy"/s);
    expect(render({ side: 'right' })).toContain('floating--right');
    expect(headingLevels(render())).toEqual([2]);
  });

  it('leaves out empty fields', () => {
    expect(render()).not.toMatch(/class="tag"|interrupter__body|<a /);
    expect(render({ tag: 'T', body: 'B', link, linkTitle: 'Go' })).toMatch(/>T<.*>B<.*<span>Go<\/span>/s);
  });

  it('has the limits of a card and needs a picture', () => {
    const check = (change: object) => interrupter.schema.safeParse({ title: 'x', image: 7, ...change }).success;
    expect([check({ title: 'x'.repeat(250) }), check({ title: 'x'.repeat(251) }), check({ title: '' })]).toEqual([
      true,
      false,
      false,
    ]);
    expect([check({ body: 'x'.repeat(600) }), check({ body: 'x'.repeat(601) })]).toEqual([true, false]);
    expect([check({ tag: 'x'.repeat(50) }), check({ tag: 'x'.repeat(51) })]).toEqual([true, false]);
    expect(check({ image: null })).toBe(false);
  });
});
