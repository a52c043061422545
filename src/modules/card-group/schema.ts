import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, list, reference } from '#schema/fields.ts';
import { cardItem, listMaxima, listMessages } from '#schema/item-shapes.ts';

export const description = 'one to four cards in a row';

export const cardGroup = defineModule({
  type: 'CARD_GROUP',
  displayName: 'Cards / CTA',
  group: 'Cards and links',
  also: ['tiles', 'teaser', 'grid', 'columns', 'call to action'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    cards: list(cardItem.extend({ image: reference('image', { label: 'Image' }) }), {
      label: 'Cards',
      itemLabel: 'card',
      min: 1,
      minMessage: listMessages.cards,
      max: listMaxima.cards,
    }),
  }),
  defaults: {},
  placeholders: { cards: [{ title: 'A card', body: 'What the reader finds behind this card.' }] },
});
