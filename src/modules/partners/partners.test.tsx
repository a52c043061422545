import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { requiredMessage } from '#schema/fields.ts';
import type { Image, Link } from '#view-model/resolved.ts';
import { context, image, layout, link, noHeading } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';
import { partners } from './schema.ts';

const logo: { image: Image; link: Link | null } = { image, link: null };
const render = (items: (typeof logo)[]) =>
  markup(View, {
    id: 7,
    data: { ...layout, heading: noHeading, partners: items },
    lists: {},
    slots: {},
    context,
  });
const messagesOf = (data: object) => partners.schema.safeParse(data).error?.issues.map(({ message }) => message) ?? [];

describe('PARTNERS', () => {
  it('is a grid up to seven logos, and slides from eight on', () => {
    const seven = Array.from({ length: 7 }, () => logo);
    expect(render(seven)).toContain('data-module-id="7" data-module-type="PARTNERS"');
    expect(render(seven)).toContain('card-grid per-view--logos');
    expect(render([...seven, logo]).match(/class="splide__slide"/g)).toHaveLength(8);
  });

  it('says of a linked logo where it leads', () => {
    const html = render([{ image: { ...image, alt: '' }, link: { ...link, target: '_blank' } }]);
    expect(html).toContain('target="_blank" rel="noopener"');
    expect(html).toContain('Read more</span>');
    expect(render([{ image, link }])).not.toContain('Read more');
    expect(render([logo])).not.toContain('<a ');
  });

  it('needs a picture of each, and one at all', () => {
    expect(messagesOf({ partners: [{ image: 1 }] })).toEqual([]);
    expect(messagesOf({ partners: [{}] })).toEqual([requiredMessage]);
    expect(messagesOf({})).toEqual([requiredMessage]);
  });
});
