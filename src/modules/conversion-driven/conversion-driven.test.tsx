import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import { context, headingLevels, image, layout, link, product } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';
import { conversionDriven } from './schema.ts';

const data = {
  ...layout,
  product: null,
  tag: '',
  title: 'The right one',
  body: '',
  image: null,
  points: [],
  links: [],
};
const render = (change: Partial<typeof data> | object = {}) =>
  markup(View, { id: 6, data: { ...data, ...change }, lists: {}, slots: {}, context });

describe('CONVERSION_DRIVEN', () => {
  it('takes empty fields from the product', () => {
    const html = render({ product: product(1) });
    expect(html).toContain('HX41 · Humidity');
    expect(html).toContain('Humidity and temperature');
    expect(html).toContain('src="/media/7-1600.webp"');
    expect(html).toMatch(/<a class="button button--primary" href="\/products\/catalog\/hx41"><span>product.view/);
    expect(html).not.toContain('status-badge');
    expect(headingLevels(html)).toEqual([2]);
  });

  it('prefers its own texts, and shows a status other than available', () => {
    const own = { ...image, url: '/media/8.webp', sources: [] };
    const html = render({
      product: product(1, { status: 'nrnd', href: null }),
      body: 'Own words',
      image: own,
      points: [{ name: 'First' }],
      links: [{ title: 'Go', link }],
    });
    expect(html).toMatch(/status-badge--nrnd.*Own words.*<li>First<\/li>.*<span>Go<\/span>.*\/media\/8.webp/s);
    expect(html).not.toContain('product.view');
  });

  it('needs no product, picture or link', () => {
    expect(render()).not.toMatch(/<img|<a |<ul|conversion__product|split--left/);
    expect(render({ product: product(1, { href: null }) })).not.toContain('<a ');
  });

  it('takes five points of 100 characters', () => {
    const check = (points: object[]) => conversionDriven.schema.safeParse({ title: 'x', points }).success;
    const point = { name: 'x'.repeat(100) };
    expect([check([point, point, point, point, point]), check([point, point, point, point, point, point])]).toEqual([
      true,
      false,
    ]);
    expect([check([{ name: 'x'.repeat(101) }]), check([{ name: '' }])]).toEqual([false, false]);
  });
});
