import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { checkbox, headingField, layoutFields, requiredReference } from '#schema/fields.ts';

export const productDetails = defineModule({
  type: 'PRODUCT_DETAILS',
  displayName: 'Product details',
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    product: requiredReference('product', { label: 'Product' }),
    showMedia: checkbox({ label: 'Show images and videos', default: true }),
    showProperties: checkbox({ label: 'Show properties', default: true }),
    showDocuments: checkbox({ label: 'Show documents', default: true }),
    showRelated: checkbox({ label: 'Show related products', default: true }),
  }),
  defaults: {},
  lists: ({ product }) => ({ details: { list: 'product_detail', id: product } }),
  waitsFor: (_data, count) => (count('details') === 0 ? 'The product has no details on this site.' : null),
});
