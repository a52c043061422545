import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, list } from '#schema/fields.ts';
import { slideItem } from '#schema/item-shapes.ts';

export const description = 'slides with pictures from edge to edge';

export const fullWidthSlider = defineModule({
  type: 'FULL_WIDTH_SLIDER',
  displayName: 'Full width image slider',
  group: 'Pictures and videos',
  also: ['gallery', 'carousel', 'slideshow', 'banner'],
  version: 1,
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
