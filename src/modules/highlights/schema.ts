import { z } from 'zod';
import { defineModule } from '../contract.ts';
import { headingField, layoutFields, list } from '../fields.ts';
import { highlightItem } from '../item-shapes.ts';

export const highlights = defineModule({
  type: 'HIGHLIGHTS',
  displayName: 'Job highlights',
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    highlights: list(highlightItem, { label: 'Highlights', itemLabel: 'highlight', max: 12 }),
  }),
  defaults: { heading: { title: 'What speaks for working here' } },
});
