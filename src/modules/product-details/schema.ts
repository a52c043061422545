import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { checkbox, headingField, layoutFields, list, requiredReference, video } from '#schema/fields.ts';
import { listMaxima, urlItem } from '#schema/item-shapes.ts';

export const description = 'one product with what belongs to it';

export const productDetails = defineModule({
  type: 'PRODUCT_DETAILS',
  displayName: 'Product details',
  group: 'Products',
  also: ['data sheet', 'specification'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    product: requiredReference('product', { label: 'Product' }),
    showMedia: checkbox({ label: 'Show images and videos', default: true }),
    videos: list(urlItem.extend({ url: video({ label: 'URL', required: true }) }), {
      label: 'More videos',
      itemLabel: 'video',
      max: listMaxima.videos,
      help: 'After the pictures and videos of the product, each by its address on YouTube',
      when: { field: 'showMedia', equals: [true] },
    }),
    showProperties: checkbox({ label: 'Show properties', default: true }),
    showDocuments: checkbox({ label: 'Show documents', default: true }),
    showRelated: checkbox({ label: 'Show related products', default: true }),
  }),
  defaults: {},
  lists: ({ product }) => ({ details: { list: 'product_detail', id: product } }),
  waitsFor: (_data, count) => (count('details') === 0 ? 'The product has no details on this site.' : null),
});
