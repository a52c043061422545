import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, list, longText, reference, text } from '#schema/fields.ts';

const quoteItem = z.object({
  quote: longText({ label: 'Quote', max: 400, required: true }),
  name: text({ label: 'Name', max: 100, required: true }),
  position: text({ label: 'Position', max: 100 }),
  image: reference('image', { label: 'Image' }),
});

export const description = 'what people say, one large or several side by side';

export const quote = defineModule({
  type: 'QUOTE',
  displayName: 'Quotes',
  group: 'Texts',
  also: ['testimonial'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    quotes: list(quoteItem, { label: 'Quotes', itemLabel: 'quote', min: 1, max: 6 }),
  }),
  defaults: { backgroundColor: 'Grey' },
  placeholders: { quotes: [{ quote: 'What somebody said about the matter, word for word.', name: 'Who said it' }] },
});
