import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { context, headingLevels, image, layout, noHeading, vector } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';
import { benefits } from './schema.ts';

const words = { title: 'Energy', body: 'Less of it.' };
const data = {
  ...layout,
  heading: noHeading,
  display: 'icon' as const,
  iconBlocks: [{ ...words, icon: vector }],
  imageBlocks: [{ ...words, image }],
};
const render = (change: Partial<typeof data> | object = {}) =>
  markup(View, { id: 6, data: { ...data, ...change }, lists: {}, slots: {}, context });

describe('BENEFITS', () => {
  it('begins its blocks with the chosen mark', () => {
    expect(render()).toContain('src="/media/vectors/3.svg"');
    expect(render()).not.toContain('/media/7-1600.webp');
    expect(render({ display: 'image' })).toContain('src="/media/7-1600.webp"');
    expect(headingLevels(render({ heading: { ...noHeading, title: 'Why' } }))).toEqual([2, 3]);
  });

  it('leaves out an empty body', () => {
    expect(render({ iconBlocks: [{ ...words, body: '', icon: vector }] })).not.toContain('benefits__body');
  });

  it('checks the blocks that are shown, and forgives the others', () => {
    const check = (value: object) => benefits.schema.safeParse(value).success;
    const icons = [{ ...words, icon: 3 }];
    expect(check({ display: 'icon', iconBlocks: icons })).toBe(true);
    expect(check({ display: 'image', iconBlocks: icons })).toBe(false);
    expect(check({ iconBlocks: [{ ...words, icon: null }] })).toBe(false);
    expect(check({ iconBlocks: Array.from({ length: 6 }, () => icons[0]) })).toBe(true);
    expect(check({ iconBlocks: Array.from({ length: 7 }, () => icons[0]) })).toBe(false);
    expect(check({ iconBlocks: [{ ...icons[0], body: 'x'.repeat(300) }] })).toBe(true);
    expect(check({ iconBlocks: [{ ...icons[0], body: 'x'.repeat(301) }] })).toBe(false);
  });
});
