import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { layoutFields, list, pageHeaderFields, requiredReference } from '#schema/fields.ts';
import { linkButtonItem } from '#schema/item-shapes.ts';

export const description = 'header next to a picture';

export const applicationHeader = defineModule({
  type: 'APPLICATION_HEADER',
  displayName: 'Header 3 - Applications',
  group: 'Headers',
  also: ['banner', 'stage'],
  version: 1,
  holdsTitle: true,
  schema: z.object({
    ...layoutFields,
    ...pageHeaderFields,
    image: requiredReference('image', { label: 'Image' }),
    links: list(linkButtonItem, { label: 'Buttons', itemLabel: 'button', max: 2 }),
  }),
  defaults: {},
  placeholders: {
    title: 'What is measured, and where',
    lead: 'One or two sentences that say what the sensor does in this application.',
  },
});
