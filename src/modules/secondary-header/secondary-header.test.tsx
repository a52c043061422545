import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { context, headingLevels, layout, vector } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';
import { secondaryHeader } from './schema.ts';

const data = { ...layout, title: 'Good reasons', lead: '', icon: null };
const render = (change: Partial<typeof data> | object = {}, titleModule: number | null = 5) =>
  markup(View, { id: 5, data: { ...data, ...change }, lists: {}, slots: {}, context: { ...context, titleModule } });

describe('SECONDARY_HEADER', () => {
  it('holds the h1 of its page, unless another header does', () => {
    expect(headingLevels(render())).toEqual([1]);
    expect(headingLevels(render({}, 4))).toEqual([2]);
  });

  it('shows an icon and a lead where there are any', () => {
    expect(render()).not.toMatch(/<img|page-header__lead/);
    expect(render({ icon: vector, lead: 'Why' })).toMatch(/<img src="\/media\/vectors\/3.svg" alt="".*Why/s);
  });

  it('needs a title of at most 100 characters', () => {
    const check = (title: string) => secondaryHeader.schema.safeParse({ title }).success;
    expect([check('x'.repeat(100)), check('x'.repeat(101)), check('')]).toEqual([true, false, false]);
  });
});
