import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, itemId, layoutFields, list, richText } from '#schema/fields.ts';
import { titleBodyItem } from '#schema/item-shapes.ts';
import { bodyLimit } from './body-limit.ts';

export const description = 'entries that open, with modules in them';

export const accordion = defineModule({
  type: 'ACCORDION',
  displayName: 'Accordion',
  group: 'Texts',
  also: ['FAQ', 'questions', 'toggle'],
  version: 2,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    items: list(
      z.object({
        id: itemId(),
        title: titleBodyItem.shape.title,
        body: richText({ label: 'Text', required: true, max: bodyLimit }),
      }),
      { label: 'Items', itemLabel: 'item', min: 1 },
    ),
  }),
  defaults: {},
  placeholders: {
    items: [
      {
        title: 'A question that readers ask',
        body: 'Its answer, in a few sentences.',
      },
    ],
  },
  slots: (data) => data.items.map((item) => item.id),
});
