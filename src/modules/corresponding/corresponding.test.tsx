import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import type { ProductCard } from '#view-model/resolved.ts';
import { context, headingLevels, layout, noHeading, product } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';
import { corresponding } from './schema.ts';

const render = (products: ProductCard[], body = '') =>
  markup(View, {
    id: 6,
    data: { ...layout, heading: { ...noHeading, title: 'Featured' }, products, body, linkTitle: '' },
    lists: {},
    slots: {},
    context,
  });

describe('CORRESPONDING', () => {
  it('shows one product large, with its own line or the words of the editor', () => {
    expect(render([product(1)])).toContain('Humidity and temperature');
    const html = render([product(1)], 'Our best');
    expect(html).toContain('data-module-id="6" data-module-type="CORRESPONDING"');
    expect(html).toContain('Our best');
    expect(html).not.toContain('Humidity and temperature');
    expect(headingLevels(html)).toEqual([2, 3]);
  });

  it('shows several side by side', () => {
    const html = render([product(1), product(2), product(3)]);
    expect(html.match(/class="product-card"/g)).toHaveLength(3);
    expect(html).toContain('corresponding__list--3');
  });

  it('shows a product without a page as text', () => {
    expect(render([product(1, { href: null, image: null })])).not.toContain('<a ');
  });

  it('takes four products and no more', () => {
    const parse = (products: number[]) => corresponding.schema.safeParse({ products });
    expect(parse([1, 2, 3, 4]).success).toBe(true);
    expect(parse([1, 2, 3, 4, 5]).error?.issues[0]?.message).toBe('Reached the maximum of 4 items.');
  });

  it('takes a body of 400 characters, as a person counts them', () => {
    const parse = (body: string) => corresponding.schema.safeParse({ body });
    expect(parse('👩‍🔬'.repeat(400)).success).toBe(true);
    expect(parse('a'.repeat(401)).error?.issues[0]?.message).toBe('Max. 400 characters');
  });
});
