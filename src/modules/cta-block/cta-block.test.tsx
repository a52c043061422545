import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { context, headingLevels, image, layout, link, noHeading, richText } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';
import { ctaBlock } from './schema.ts';

const data = {
  ...layout,
  heading: { ...noHeading, title: 'Half of it is the place' },
  image,
  imageSide: 'right' as const,
  body: richText('Look for the spot.'),
  additionalButtons: [],
};
const render = (change: Partial<typeof data> | object = {}) =>
  markup(View, { id: 6, data: { ...data, ...change }, lists: {}, slots: {}, context });

describe('CTA_BLOCK', () => {
  it('sets its title with the text, before the picture, on either side', () => {
    expect(render()).toMatch(/split--right.*<h2.*Look for the spot.*<img/s);
    expect(render({ imageSide: 'left' })).toMatch(/split--left.*<h2.*<img/s);
    expect(headingLevels(render())).toEqual([2]);
  });

  it('shows its buttons, the first as the primary one, and leaves out empty fields', () => {
    const button = (id: string) => ({ id, label: id, action: link });
    expect(render({ additionalButtons: [button('a'), button('b')] }).match(/button--primary/g)).toHaveLength(1);
    expect(render({ heading: noHeading, body: { type: 'doc', content: [] } })).not.toMatch(/<h2|rich-text|<a /);
  });

  it('takes three buttons, each with a label and an action', () => {
    const check = (buttons: object[]) => ctaBlock.schema.safeParse({ image: 7, additionalButtons: buttons }).success;
    const button = { id: 'a', label: 'Go', action: 1 };
    expect([check([button, button, button]), check([button, button, button, button])]).toEqual([true, false]);
    expect([check([{ ...button, label: '' }]), check([{ ...button, action: null }])]).toEqual([false, false]);
  });
});
