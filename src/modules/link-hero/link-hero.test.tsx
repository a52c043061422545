import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { context, headingLevels, image, layout, link } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';
import { linkHero } from './schema.ts';

const line = { body: '', link, linkTitle: 'Clean air', linkSummary: '' };
const data = { ...layout, tag: '', title: 'What moves the world', lead: '', image: null, links: [line] };
const render = (change: Partial<typeof data> | object = {}, titleModule: number | null = 5) =>
  markup(View, { id: 5, data: { ...data, ...change }, lists: {}, slots: {}, context: { ...context, titleModule } });

describe('LINK_HERO', () => {
  it('sets its subjects one level below its title', () => {
    expect(headingLevels(render({ links: [line, line] }))).toEqual([1, 2, 2]);
    expect(headingLevels(render({}, null))).toEqual([2, 3]);
  });

  it('names a subject by its title, or else by its link, and shows one without a link', () => {
    expect(render()).toContain('<span>Clean air</span>');
    expect(render({ links: [{ ...line, linkTitle: '' }] })).toContain('<span>Read more</span>');
    const html = render({ links: [{ ...line, link: null }] });
    expect(html).toContain('Clean air');
    expect(html).not.toContain('<a ');
  });

  it('shows a picture, summaries and bodies where there are any, and no empty list', () => {
    expect(render()).not.toMatch(/<img|link-hero__summary|link-hero__body/);
    expect(render({ image, links: [{ ...line, linkSummary: 'S', body: 'B' }] })).toMatch(/<img.*>S<.*>B</s);
    expect(render({ links: [] })).not.toContain('<ul');
  });

  it('has the limits of a link with a summary, and takes eight at most', () => {
    const check = (change: object, count = 1) =>
      linkHero.schema.safeParse({ title: 'x', links: Array.from({ length: count }, () => change) }).success;
    expect([check({ body: 'x'.repeat(100) }), check({ body: 'x'.repeat(101) })]).toEqual([true, false]);
    expect([check({ linkTitle: 'x'.repeat(130) }), check({ linkTitle: 'x'.repeat(131) })]).toEqual([true, false]);
    expect([check({ linkSummary: 'x'.repeat(60) }), check({ linkSummary: 'x'.repeat(61) })]).toEqual([true, false]);
    expect([check({}, 8), check({}, 9)]).toEqual([true, false]);
  });
});
