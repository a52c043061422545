import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { layoutFields, longText, reference, text } from '#schema/fields.ts';

export const description = 'small header of a page below another';

export const secondaryHeader = defineModule({
  type: 'SECONDARY_HEADER',
  displayName: 'Secondary header',
  group: 'Headers',
  also: ['title'],
  version: 1,
  holdsTitle: true,
  schema: z.object({
    ...layoutFields,
    title: text({ label: 'Title', max: 100, required: true }),
    lead: longText({ label: 'Lead', max: 300 }),
    icon: reference('vector', { label: 'Icon' }),
  }),
  defaults: {},
  placeholders: { title: 'A title that says what the page is about' },
});
