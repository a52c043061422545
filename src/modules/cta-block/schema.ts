import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, list, radio, requiredReference, richText } from '#schema/fields.ts';
import { buttonItem } from '#schema/item-shapes.ts';

export const description = 'a text with a picture at its side';

export const ctaBlock = defineModule({
  type: 'CTA_BLOCK',
  displayName: 'Text image combo',
  group: 'Pictures and videos',
  also: ['image and text', 'columns'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    image: requiredReference('image', { label: 'Image' }),
    imageSide: radio({
      label: 'Image stands',
      options: { left: 'Left', right: 'Right' },
      default: 'right',
    }),
    body: richText({ label: 'Text' }),
    additionalButtons: list(buttonItem, { label: 'Additional buttons', itemLabel: 'button', max: 3 }),
  }),
  defaults: {},
  placeholders: { heading: { title: 'One thought, with a picture' }, body: 'Write the text of this section here.' },
});
