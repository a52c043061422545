import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import type { ProductRow } from '#view-model/resolved.ts';
import { context, layout, noHeading, product, productProperty } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';
import { productTable } from './schema.ts';

const row = (id: number, change: Partial<ProductRow> = {}): ProductRow => ({
  ...product(id),
  orderCode: `HX4${id}-TR`,
  properties: [
    productProperty(1, { value: '−40\u00a0…\u00a0125', number: -40, unit: '°C' }),
    productProperty(2, { number: null }),
  ],
  ...change,
});
const render = (items: ProductRow[]) =>
  markup(View, {
    id: 4,
    data: { ...layout, heading: noHeading, source: 'category', category: null, series: null },
    lists: { products: { list: 'product_rows', items } },
    slots: {},
    context,
  });

describe('PRODUCT_TABLE', () => {
  it('is a table whose lines are named by the products and whose columns have units', () => {
    const html = render([row(1), row(2)]);
    expect(html).toContain('data-module-id="4" data-module-type="PRODUCT_TABLE"');
    expect(html).toContain('<th scope="row"><a href="/products/catalog/hx41">HX41</a></th>');
    expect(html).toContain('<span data-sort="number">Property 1 <small class="unit">°C</small></span>');
    expect(html).toContain('<span data-sort="text">Property 2');
  });

  it('has the number of a value in addition to its text, for sorting', () => {
    expect(render([row(1)])).toContain('data-value="-40">−40\u00a0…\u00a0125</td>');
  });

  it('says that a value is missing', () => {
    const html = render([row(1, { properties: [productProperty(1, { value: '', number: null })] })]);
    expect(html).toContain('<span class="visually-hidden">productTable.none</span>');
  });

  it('lists the products of the chosen category, and none without one', () => {
    const listsOf = (data: object) => productTable.lists?.(productTable.schema.parse(data));
    expect(listsOf({})).toEqual({});
    expect(listsOf({ source: 'series', series: 3 })).toEqual({
      products: { list: 'product_rows', by: 'series', id: 3, limit: 100 },
    });
  });
});
