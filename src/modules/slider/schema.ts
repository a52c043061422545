import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, list } from '#schema/fields.ts';
import { slideItem } from '#schema/item-shapes.ts';

export const description = 'slides that follow each other';

export const slider = defineModule({
  type: 'SLIDER',
  displayName: 'Vertical slider',
  group: 'Pictures and videos',
  also: ['carousel', 'slideshow', 'steps'],
  version: 2,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    slides: list(slideItem, {
      label: 'Slides',
      itemLabel: 'slide',
      min: 1,
      max: 8,
    }),
  }),
  defaults: {},
});
