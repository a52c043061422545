import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { context, headingLevels, image, layout, link } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';
import { cta } from './schema.ts';

const data = {
  ...layout,
  title: 'Talk to us',
  body: '',
  image: null,
  name: '',
  position: '',
  phone: '',
  email: '',
  links: [],
};
const render = (change: Partial<typeof data> | object = {}) =>
  markup(View, { id: 6, data: { ...data, ...change }, lists: {}, slots: {}, context });

describe('CTA', () => {
  it('can be called and written to', () => {
    const html = render({ image, name: 'Ines', phone: '+41 (55) 000-14', email: 'a@b.example' });
    expect(html).toContain('<a href="tel:+415500014">+41\u00a0(55)\u00a0000\u201114</a>');
    expect(html).toContain('<a href="mailto:a@b.example">a<wbr/>@b.example</a>');
    expect(headingLevels(html)).toEqual([2]);
  });

  it('leaves out a person that it does not know', () => {
    expect(render()).not.toMatch(/<address|<img|cta__body|<a /);
    expect(render({ links: [{ title: 'Go', link }] })).toContain('button--primary');
  });

  it('has its limits', () => {
    const check = (change: object) => cta.schema.safeParse({ title: 'x', ...change }).success;
    expect([check({ title: 'x'.repeat(100) }), check({ title: 'x'.repeat(101) }), check({ title: '' })]).toEqual([
      true,
      false,
      false,
    ]);
    expect([check({ body: 'x'.repeat(400) }), check({ body: 'x'.repeat(401) })]).toEqual([true, false]);
    expect([check({ phone: 'x'.repeat(40) }), check({ phone: 'x'.repeat(41) })]).toEqual([true, false]);
  });
});
