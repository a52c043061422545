import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, list } from '#schema/fields.ts';
import { linkedImageItem } from '#schema/item-shapes.ts';

export const description = 'logos in a row: 7, 6, 5 or 4 at a time';

export const partners = defineModule({
  type: 'PARTNERS',
  displayName: 'Logo carousel',
  group: 'Pictures and videos',
  also: ['logos', 'customers'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    partners: list(linkedImageItem, { label: 'Partners', itemLabel: 'partner', min: 1 }),
  }),
  defaults: {},
  placeholders: { heading: { title: 'Who works with us' } },
});
