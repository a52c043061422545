import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import type { ProductCard } from '#view-model/resolved.ts';
import { context, headingLevels, layout, noHeading, product } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';

const props = (products: ProductCard[], listed: ProductCard[] | null = null) => ({
  id: 10,
  data: {
    ...layout,
    heading: noHeading,
    source: listed === null ? ('manual' as const) : ('series' as const),
    products,
    series: null,
    category: null,
  },
  lists: listed === null ? {} : { products: { list: 'products' as const, items: listed } },
  slots: {},
  context,
});
const many = [1, 2, 3, 4, 5].map((id) => product(id));

describe('PRODUCT_SLIDER', () => {
  it('is a grid if all fit side by side', () => {
    const html = markup(View, props(many.slice(0, 4)));
    expect(html).toContain('data-module-id="10" data-module-type="PRODUCT_SLIDER"');
    expect(html).toContain('card-grid per-view--products');
    expect(html).not.toContain('splide');
    expect(headingLevels(html)).toEqual([2, 2, 2, 2]);
  });

  it('is a carousel from five on, usable before any script', () => {
    const html = markup(View, props(many));
    expect(html.match(/class="splide__slide"/g)).toHaveLength(5);
    expect(html).not.toContain('style=');
  });

  it('shows the list of a series in place of products chosen by hand', () => {
    const html = markup(View, props([], [product(7)]));
    expect(html).toContain('HX47');
  });

  it('shows a product without a page as text, and a status other than active', () => {
    const html = markup(View, props([product(1, { href: null, status: 'nrnd', image: null })]));
    expect(html).not.toContain('<a ');
    expect(html).not.toContain('<img');
    expect(html).toContain('status-badge--nrnd');
  });
});
