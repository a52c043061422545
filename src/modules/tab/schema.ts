import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, list, select } from '#schema/fields.ts';
import { linkItem } from '#schema/item-shapes.ts';
import type { ListQuery } from '#schema/lists.ts';

export const description = 'the pages of a section, or links, as tabs';

export const tab = defineModule({
  type: 'TAB',
  displayName: 'Page tabs auto.',
  group: 'Texts',
  also: ['navigation', 'sub-navigation', 'subpages'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    source: select({
      label: 'Tabs',
      options: {
        siblings: 'The page above and the pages beside this one',
        children: 'This page and the pages below it',
        manual: 'Chosen by hand',
      },
      default: 'siblings',
    }),
    tabs: list(linkItem, {
      label: 'Tabs',
      itemLabel: 'tab',
      min: 1,
      when: { field: 'source', equals: ['manual'] },
    }),
  }),
  defaults: {},
  lists: (data): Record<string, ListQuery> =>
    data.source === 'manual' ? {} : { pages: { list: 'pages', of: data.source } },
  waitsFor: ({ source }, count) => {
    if (source === 'manual' || count('pages') > 0) return null;
    return source === 'children' ? 'There are no pages below this one.' : 'There are no pages beside this one.';
  },
});
