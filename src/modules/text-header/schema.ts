import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { layoutFields, list, pageHeaderFields } from '#schema/fields.ts';
import { linkButtonItem } from '#schema/item-shapes.ts';

export const description = 'header of text alone';

export const textHeader = defineModule({
  type: 'TEXT_HEADER',
  displayName: 'Header 4 - Text',
  group: 'Headers',
  also: ['banner', 'headline'],
  version: 1,
  holdsTitle: true,
  schema: z.object({
    ...layoutFields,
    ...pageHeaderFields,
    links: list(linkButtonItem, { label: 'Buttons', itemLabel: 'button', max: 2 }),
  }),
  defaults: {},
  placeholders: {
    title: 'A title that says what the page is about',
    lead: 'One or two sentences that say what the reader finds here.',
  },
});
