import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, reference, references, select } from '#schema/fields.ts';
import type { ListQuery } from '#schema/lists.ts';

/** As many as a visitor will look through in a slider; the catalog shows the rest. */
const limit = 24;

export const description = 'products chosen by hand, or all of a series or category';

export const productSlider = defineModule({
  type: 'PRODUCT_SLIDER',
  displayName: 'Product slider',
  group: 'Products',
  also: ['product carousel', 'cards'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    source: select({
      label: 'Products',
      options: { manual: 'Chosen by hand', series: 'All of a series', category: 'All of a category' },
      default: 'manual',
    }),
    products: references('product', {
      label: 'Products',
      max: limit,
      when: { field: 'source', equals: ['manual'] },
    }),
    series: reference('series', { label: 'Series', when: { field: 'source', equals: ['series'] } }),
    category: reference('category', { label: 'Category', when: { field: 'source', equals: ['category'] } }),
  }),
  defaults: {},
  placeholders: { heading: { title: 'Products' } },
  lists: (data): Record<string, ListQuery> => {
    if (data.source === 'series' && data.series !== null) {
      return { products: { list: 'products', by: 'series', id: data.series, limit } };
    }
    if (data.source === 'category' && data.category !== null) {
      return { products: { list: 'products', by: 'category', id: data.category, limit } };
    }
    return {};
  },
  waitsFor: ({ source, products, series, category }, count) => {
    if (source === 'manual') return products.length === 0 ? 'Choose products.' : null;
    if (source === 'series' && series === null) return 'Choose a series.';
    if (source === 'category' && category === null) return 'Choose a category.';
    return count('products') === 0 ? 'There are no products of this choice.' : null;
  },
});
