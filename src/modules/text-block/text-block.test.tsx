import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import type { RichText } from '#schema/rich-text.ts';
import { context, headingLevels, layout, link, noHeading, richText } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';

const data = { ...layout, heading: noHeading, width: 'narrow' as const, body: richText('Measured & calibrated') };
const render = (change: object = {}) =>
  markup(View, { id: 3, data: { ...data, ...change }, lists: {}, slots: {}, context });

const withHeading: RichText = {
  type: 'doc',
  content: [{ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Part' }] }],
};

describe('TEXT_BLOCK', () => {
  it('names the module at its root', () => {
    expect(render()).toContain('data-module-id="3" data-module-type="TEXT_BLOCK"');
    expect(render({ width: 'wide' })).toContain('text-block--wide');
  });

  it('puts headings of the text below the title, or in its place', () => {
    expect(headingLevels(render({ body: withHeading, heading: { ...noHeading, title: 'Title' } }))).toEqual([2, 3]);
    expect(headingLevels(render({ body: withHeading }))).toEqual([2]);
  });

  it('has no heading when none is written, and the link when there is one', () => {
    expect(render()).not.toContain('module-heading');
    const html = render({ heading: { ...noHeading, title: 'Title', link } });
    expect(html).toContain('href="/products"');
    expect(html).toContain('Read more');
    expect(html).not.toContain('module-heading__lead');
  });

  it('writes text as text', () => {
    expect(render()).toContain('Measured &amp; calibrated');
  });
});
