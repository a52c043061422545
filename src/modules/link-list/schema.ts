import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, list } from '#schema/fields.ts';
import { linkItem } from '#schema/item-shapes.ts';

export const description = 'links in a list';

export const linkList = defineModule({
  type: 'LINK_LIST',
  displayName: 'Links',
  group: 'Cards and links',
  also: ['further reading', 'related'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    links: list(linkItem, { label: 'Links', itemLabel: 'link', min: 1, max: 24 }),
  }),
  defaults: {},
  placeholders: { heading: { title: 'Read on' } },
});
