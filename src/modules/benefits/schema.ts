import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, list, radio, requiredReference } from '#schema/fields.ts';
import { titleBodyImageItem } from '#schema/item-shapes.ts';

const iconItem = titleBodyImageItem
  .omit({ image: true })
  .extend({ icon: requiredReference('vector', { label: 'Icon' }) });

export const description = 'three columns, each with a picture or an icon';

export const benefits = defineModule({
  type: 'BENEFITS',
  displayName: 'Img/icon 3 block column',
  group: 'Cards and links',
  also: ['columns', 'features', 'advantages', 'icons'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    display: radio({
      label: 'Blocks begin with',
      options: { icon: 'An icon', image: 'An image' },
      default: 'icon',
    }),
    iconBlocks: list(iconItem, {
      label: 'Blocks',
      itemLabel: 'block',
      min: 1,
      max: 6,
      when: { field: 'display', equals: ['icon'] },
    }),
    imageBlocks: list(titleBodyImageItem, {
      label: 'Blocks',
      itemLabel: 'block',
      min: 1,
      max: 6,
      when: { field: 'display', equals: ['image'] },
    }),
  }),
  defaults: {},
  placeholders: { heading: { title: 'What speaks for it' } },
});
