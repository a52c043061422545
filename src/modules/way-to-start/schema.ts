import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { checkbox, headingField, layoutFields, list } from '#schema/fields.ts';
import { wayToStartItem } from '#schema/item-shapes.ts';

export const description = 'ways in, or steps in their order';

export const wayToStart = defineModule({
  type: 'WAY_TO_START',
  displayName: 'Way to start',
  group: 'Cards and links',
  also: ['getting started', 'steps'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    numbered: checkbox({ label: 'Steps that follow each other', default: false }),
    cards: list(wayToStartItem, { label: 'Ways to start', itemLabel: 'way', min: 1, max: 6 }),
  }),
  defaults: {},
  placeholders: { heading: { title: 'Ways to start' } },
});
