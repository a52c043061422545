import { z } from 'zod';
import { defineModule } from '../contract.ts';
import { headingField, layoutFields, list, longText, reference, text } from '../fields.ts';

export const cardGroup = defineModule({
  type: 'CARD_GROUP',
  displayName: 'Cards / CTA',
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    cards: list(
      z.object({
        tag: text({ label: 'Tag', max: 50 }),
        title: text({ label: 'Title', max: 250, required: true }),
        body: longText({ label: 'Body', max: 600 }),
        image: reference('image', { label: 'Image' }),
        link: reference('link', { label: 'Link' }),
        linkTitle: text({ label: 'Link title', max: 50 }),
      }),
      { label: 'Cards', itemLabel: 'card', min: 1, minMessage: 'At least one card is required', max: 4 },
    ),
  }),
  defaults: { cards: [{ title: 'A card', body: 'What the reader finds behind this card.' }] },
});
