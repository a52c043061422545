import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { layoutFields, list, pageHeaderFields, requiredReference } from '#schema/fields.ts';
import { heroCardItem, linkButtonItem } from '#schema/item-shapes.ts';

export const description = 'header with a picture from edge to edge and cards below it';

export const hero = defineModule({
  type: 'HERO',
  displayName: 'Header 1 - Home',
  group: 'Headers',
  also: ['banner', 'stage'],
  version: 1,
  holdsTitle: true,
  schema: z.object({
    ...layoutFields,
    ...pageHeaderFields,
    image: requiredReference('image', { label: 'Image' }),
    links: list(linkButtonItem, { label: 'Buttons', itemLabel: 'button', max: 2 }),
    cards: list(heroCardItem, { label: 'Cards', itemLabel: 'card', max: 3 }),
  }),
  defaults: {},
  placeholders: {
    title: 'A title that says what the page is about',
    lead: 'One or two sentences that say what the reader finds here.',
  },
});
