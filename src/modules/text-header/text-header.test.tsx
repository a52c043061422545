import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { context, headingLevels, layout, link } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';
import { textHeader } from './schema.ts';

const data = { ...layout, tag: '', title: 'First steps', lead: '', links: [] };
const render = (change: Partial<typeof data> | object = {}, titleModule: number | null = 5) =>
  markup(View, { id: 5, data: { ...data, ...change }, lists: {}, slots: {}, context: { ...context, titleModule } });

describe('TEXT_HEADER', () => {
  it('holds the h1 of its page, unless another header does', () => {
    expect(headingLevels(render())).toEqual([1]);
    expect(headingLevels(render({}, 4))).toEqual([2]);
  });

  it('shows a tag, a lead and buttons where they are written', () => {
    expect(render()).not.toMatch(/class="tag"|page-header__lead|<a /);
    const html = render({ tag: 'New', lead: 'Why', links: [{ title: 'Go', link }] });
    expect(html).toMatch(/class="tag">New.*<h1.*page-header__lead">Why.*button--primary/s);
  });

  it('takes a lead of 300 characters and two buttons at most', () => {
    const check = (change: object) => textHeader.schema.safeParse({ title: 'x', ...change }).success;
    const button = { title: 'Go', link: 1 };
    expect([check({ lead: '👩‍🔬'.repeat(300) }), check({ lead: 'x'.repeat(301) })]).toEqual([true, false]);
    expect([check({ links: [button, button] }), check({ links: [button, button, button] })]).toEqual([true, false]);
  });
});
