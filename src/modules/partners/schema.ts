import { z } from 'zod';
import { defineModule } from '../contract.ts';
import { headingField, layoutFields, list } from '../fields.ts';
import { linkedImageItem } from '../item-shapes.ts';

export const partners = defineModule({
  type: 'PARTNERS',
  displayName: 'Logo carousel',
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    partners: list(linkedImageItem, { label: 'Partners', itemLabel: 'partner', min: 1 }),
  }),
  defaults: { heading: { title: 'Who works with us' } },
});
