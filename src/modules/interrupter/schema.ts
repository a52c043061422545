import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { layoutFields, radio, requiredReference } from '#schema/fields.ts';
import { cardItem } from '#schema/item-shapes.ts';

export const description = 'a picture from edge to edge with a card that floats over it';

export const interrupter = defineModule({
  type: 'INTERRUPTER',
  displayName: 'Image + floating card',
  group: 'Cards and links',
  also: ['call to action', 'promo', 'banner'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    image: requiredReference('image', { label: 'Image' }),
    side: radio({
      label: 'Card stands',
      options: { left: 'Left', right: 'Right' },
      default: 'left',
    }),
    ...cardItem.shape,
  }),
  defaults: {},
  placeholders: {
    title: 'One thought that interrupts the page',
    body: 'What it means for the reader, in one or two sentences.',
  },
});
