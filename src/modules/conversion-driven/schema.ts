import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { layoutFields, list, reference, text } from '#schema/fields.ts';
import { cardItem, linkButtonItem } from '#schema/item-shapes.ts';

export const description = 'one product with the reasons for it and the way to it';

export const conversionDriven = defineModule({
  type: 'CONVERSION_DRIVEN',
  displayName: 'Featured product',
  group: 'Products',
  also: ['product teaser', 'highlight', 'promo'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    product: reference('product', { label: 'Product' }),
    tag: cardItem.shape.tag,
    title: cardItem.shape.title,
    body: cardItem.shape.body,
    image: reference('image', { label: 'Image', help: "Left out, the product's own picture" }),
    points: list(z.object({ name: text({ label: 'Point', max: 100, required: true }) }), {
      label: 'Points',
      itemLabel: 'point',
      max: 5,
    }),
    links: list(linkButtonItem, { label: 'Buttons', itemLabel: 'button', max: 2 }),
  }),
  defaults: { backgroundColor: 'Grey' },
  placeholders: {
    title: 'One product, and why it is the right one',
    body: 'Who it is for, and what it does better than what they have.',
    points: [{ name: 'The first reason, in numbers' }],
  },
});
