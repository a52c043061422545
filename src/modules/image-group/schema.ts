import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { gap, headingField, layoutFields, list } from '#schema/fields.ts';
import { captionedImageItem, listMaxima, listMessages } from '#schema/item-shapes.ts';

export const description = 'one picture, or two side by side';

export const imageGroup = defineModule({
  type: 'IMAGE_GROUP',
  displayName: 'Images 1&2',
  group: 'Pictures and videos',
  also: ['gallery', 'photo', 'picture'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    imageSpacing: gap({ label: 'Space between the images' }),
    images: list(captionedImageItem, {
      label: 'Images',
      itemLabel: 'image',
      min: 1,
      minMessage: listMessages.images,
      max: listMaxima.images,
    }),
  }),
  defaults: {},
});
