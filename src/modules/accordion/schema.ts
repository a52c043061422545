import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, itemId, layoutFields, list, richText } from '#schema/fields.ts';
import { titleBodyItem } from '#schema/item-shapes.ts';

export const accordion = defineModule({
  type: 'ACCORDION',
  displayName: 'Accordion',
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    items: list(
      z.object({
        id: itemId(),
        title: titleBodyItem.shape.title,
        body: richText({ label: 'Text' }),
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
