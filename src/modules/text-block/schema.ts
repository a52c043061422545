import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, richText, select } from '#schema/fields.ts';

export const description = 'formatted text, narrow next to its title or wide in two columns';

export const textBlock = defineModule({
  type: 'TEXT_BLOCK',
  displayName: 'Text editor',
  group: 'Texts',
  also: ['paragraph', 'rich text', 'text block'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    width: select({
      label: 'Width',
      options: { narrow: 'Narrow', wide: 'Wide' },
      default: 'narrow',
    }),
    body: richText({ label: 'Text', required: true }),
  }),
  defaults: {},
  placeholders: { body: 'Write the text of this section here.' },
});
