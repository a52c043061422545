import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { context, headingLevels, image, layout, link } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';

const data = { ...layout, tag: '', title: 'Air, measured', lead: '', image, links: [], cards: [] };
const card = { title: 'Glass', body: 'Clear.', link, linkTitle: 'See' };
const render = (change: Partial<typeof data> | object = {}) =>
  markup(View, { id: 12, data: { ...data, ...change }, lists: {}, slots: {}, context });

describe('HERO', () => {
  it('starts with a root that names the module, its ground and its space', () => {
    expect(render({ cards: [card] })).toMatch(
      /^<section id="module-12" class="hero on-grey space-top-md space-bottom-none" data-module-id="12" data-module-type="HERO">/,
    );
  });

  it('holds the h1, and cards one level below', () => {
    expect(headingLevels(render({ cards: [card, card] }))).toEqual([1, 2, 2]);
  });

  it('ends with its picture where no cards follow', () => {
    expect(render()).toContain('ends-with-picture');
    expect(render({ cards: [card] })).not.toContain('ends-with-picture');
  });

  it('leaves out empty fields', () => {
    const html = render();
    expect(html).not.toContain('class="tag"');
    expect(html).not.toContain('hero__lead');
    expect(html).not.toContain('hero__links');
    expect(html).not.toContain('hero__cards');
  });

  it('fetches its picture first, in the width that fits', () => {
    const html = render();
    expect(html).toContain('fetchPriority="high"');
    expect(html).not.toContain('loading="lazy"');
    expect(html).toContain('srcSet="/media/7-480.webp 480w, /media/7-1600.webp 1600w"');
    expect(html).not.toContain('<link');
  });

  it('writes text as text', () => {
    expect(render({ title: '<script>alert(1)</script>' })).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });
});
