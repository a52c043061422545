import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, radio, reference } from '#schema/fields.ts';
import type { ListQuery } from '#schema/lists.ts';

/** A category has some dozens of products; a table that is longer belongs into the catalog. */
const limit = 100;

export const description = 'products with the primary properties of their category, to be sorted';

export const productTable = defineModule({
  type: 'PRODUCT_TABLE',
  displayName: 'Product table',
  group: 'Products',
  also: ['comparison', 'data', 'list of products'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    source: radio({
      label: 'Products',
      options: { category: 'All of a category', series: 'All of a series' },
      default: 'category',
    }),
    category: reference('category', {
      label: 'Category',
      help: 'Its primary properties are the columns',
      when: { field: 'source', equals: ['category'] },
    }),
    series: reference('series', {
      label: 'Series',
      help: 'The primary properties of its category are the columns',
      when: { field: 'source', equals: ['series'] },
    }),
  }),
  defaults: {},
  placeholders: { heading: { title: 'Products compared' } },
  lists: (data): Record<string, ListQuery> => {
    const id = data.source === 'category' ? data.category : data.series;
    return id === null ? {} : { products: { list: 'product_rows', by: data.source, id, limit } };
  },
  waitsFor: ({ source, series, category }, count) => {
    if (source === 'series' && series === null) return 'Choose a series.';
    if (source === 'category' && category === null) return 'Choose a category.';
    return count('products') === 0 ? 'There are no products of this choice.' : null;
  },
});
