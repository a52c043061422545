import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { context, headingLevels, layout, link, noHeading } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';
import { linkList } from './schema.ts';

const render = (count: number, linkTitle = '') => {
  const links = Array.from({ length: count }, () => ({ link, linkTitle }));
  return markup(View, {
    id: 6,
    data: { ...layout, heading: { ...noHeading, title: 'Read on' }, links },
    lists: {},
    slots: {},
    context,
  });
};

describe('LINK_LIST', () => {
  it('lists its links under their own titles, or else under those of the links', () => {
    expect(render(1, 'Here')).toContain('<span>Here</span>');
    expect(render(1)).toContain('<span>Read more</span>');
    expect(headingLevels(render(2))).toEqual([2]);
  });

  it('has two columns from five links on', () => {
    expect(render(4)).not.toContain('link-list__links--many');
    expect(render(5)).toContain('link-list__links--many');
  });

  it('takes 1 to 24 links with titles of 50 characters', () => {
    const check = (count: number, linkTitle = '') =>
      linkList.schema.safeParse({ links: Array.from({ length: count }, () => ({ link: 1, linkTitle })) }).success;
    expect([check(0), check(1), check(24), check(25)]).toEqual([false, true, true, false]);
    expect([check(1, 'x'.repeat(50)), check(1, 'x'.repeat(51))]).toEqual([true, false]);
    expect(linkList.schema.safeParse({ links: [{ link: null }] }).success).toBe(false);
  });
});
