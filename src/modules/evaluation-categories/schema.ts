import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, list, radio, reference } from '#schema/fields.ts';
import { evaluationCategoryItem } from '#schema/item-shapes.ts';
import type { ListQuery } from '#schema/lists.ts';

export const description = 'ways into the categories of the catalog, or into places named by hand';

export const evaluationCategories = defineModule({
  type: 'EVALUATION_CATEGORIES',
  displayName: 'Product category teasers (auto and manual)',
  group: 'Products',
  also: ['categories', 'tiles', 'ranges'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    source: radio({
      label: 'Categories',
      options: { auto: 'Auto: from the catalog', manual: 'Manual' },
      default: 'auto',
    }),
    category: reference('category', {
      label: 'Those below the category',
      help: 'Empty: those at the top of the catalog',
      when: { field: 'source', equals: ['auto'] },
    }),
    categories: list(evaluationCategoryItem, {
      label: 'Categories',
      itemLabel: 'category',
      when: { field: 'source', equals: ['manual'] },
    }),
  }),
  defaults: {},
  placeholders: { heading: { title: 'Product categories' } },
  lists: (data): Record<string, ListQuery> =>
    data.source === 'auto' ? { categories: { list: 'categories', parent: data.category } } : {},
  waitsFor: ({ source, categories }, count) => {
    if (source === 'manual') return categories.length === 0 ? 'Add categories.' : null;
    return count('categories') === 0 ? 'The catalog has no categories there.' : null;
  },
});
