import { z } from 'zod';
import { defineModule } from '../contract.ts';
import { layoutFields, list, pageHeaderFields } from '../fields.ts';
import { linkButtonItem } from '../item-shapes.ts';

export const textHeader = defineModule({
  type: 'TEXT_HEADER',
  displayName: 'Header 4 - Text',
  version: 1,
  holdsTitle: true,
  schema: z.object({
    ...layoutFields,
    ...pageHeaderFields,
    links: list(linkButtonItem, { label: 'Buttons', itemLabel: 'button', max: 2 }),
  }),
  defaults: {
    title: 'A title that says what the page is about',
    lead: 'One or two sentences that say what the reader finds here.',
  },
});
