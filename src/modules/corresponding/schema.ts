import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, longText, references, text } from '#schema/fields.ts';

/** As many as fit side by side; a slider shows more. */
const maximum = 4;

export const description = 'one product, large, or up to four that go with the page';

export const corresponding = defineModule({
  type: 'CORRESPONDING',
  displayName: 'Corresponding products',
  group: 'Products',
  also: ['related products', 'accessories'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    products: references('product', {
      label: 'Products',
      max: maximum,
      help: 'One is shown large, with the words below; several stand side by side',
    }),
    body: longText({ label: 'Body', max: 400, help: 'In place of the product’s own line. Max. 400 characters' }),
    linkTitle: text({ label: 'Link title', max: 50 }),
  }),
  defaults: {},
  placeholders: { heading: { title: 'Products that go with it' } },
  waitsFor: ({ products }) => (products.length === 0 ? 'Choose a product.' : null),
});
