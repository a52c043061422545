import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { context, headingLevels, image, layout, link, noHeading } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';

const card = { tag: '', title: 'Kits', body: '', image: null, link: null, linkTitle: '' };
const render = (cards: object[], title = 'Start') => {
  const all = cards.map((change) => ({ ...card, ...change }));
  const data = { ...layout, heading: { ...noHeading, title }, cards: all };
  return markup(View, { id: 4, data, lists: {}, slots: {}, context });
};

describe('CARD_GROUP', () => {
  it('names the module and the number of cards in the row', () => {
    const html = render([{}, {}, {}]);
    expect(html).toContain('data-module-id="4" data-module-type="CARD_GROUP"');
    expect(html).toContain('card-group__cards--3');
  });

  it('sets card titles below the title of the module', () => {
    expect(headingLevels(render([{}, {}]))).toEqual([2, 3, 3]);
    expect(headingLevels(render([{}], ''))).toEqual([2]);
  });

  it('leaves out empty fields', () => {
    const html = render([{}]);
    for (const part of ['<img', '<a ', 'class="tag"', 'card-group__body']) expect(html).not.toContain(part);
  });

  it('shows the link title in place of the link text, and says where a link leads', () => {
    const html = render([
      { image, link: { ...link, kind: 'external', target: '_blank', href: 'https://example.org/' }, linkTitle: 'See' },
    ]);
    expect(html).toContain('<span>See</span><span class="visually-hidden"> (link.newTab)</span>');
    expect(html).toContain('target="_blank" rel="noopener"');
    expect(html).toContain('loading="lazy"');
  });
});
