import { z } from 'zod';
import { exactMoment } from '#domain/values/moment.ts';
import { productStatuses } from '#domain/vocabulary.ts';
import { richTextSchema } from '#schema/rich-text.ts';
import { documentRow } from '../document/shapes.ts';
import { imageRow } from '../image/shapes.ts';
import { localized } from '../reading/localized-row.ts';
import { placed } from '../reading/placed-row.ts';
import { makeRowId } from '../reading/row-id.ts';

export const product = {
  id: makeRowId('product'),
  ...placed,
  display_name: z.string(),
  status: z.enum(productStatuses),
  texts: localized({ tagline: z.string() }),
  series_id: z.number().nullable(),
  series: z.string().nullable(),
  category_id: z.number().nullable(),
  category: localized({ title: z.string() }).nullable(),
  image: imageRow.nullable(),
};
export const productRow = z.object(product);
export type ProductRow = z.infer<typeof productRow>;

export const property = z.object({
  id: makeRowId('property'),
  unit: z.string().nullable(),
  title: localized({ title: z.string(), unit: z.string() }),
  group: z.enum(['primary', 'secondary']),
  number: z.number().nullable(),
  max: z.number().nullable(),
  text: z.string().nullable(),
  localized: localized({ text: z.string() }).nullable(),
});
export type PropertyRow = z.infer<typeof property>;

const productTableRow = z.object({ ...product, order_code: z.string(), properties: z.array(property) });
export type ProductTableRow = z.infer<typeof productTableRow>;

const productDetailRow = z.object({
  ...product,
  name: z.string(),
  order_code: z.string(),
  localized: localized({
    tagline: z.string(),
    description: richTextSchema,
    features: z.array(z.string()),
  }),
  images: z.array(imageRow.nullable()),
  videos: z.array(z.object({ url: z.string(), image: imageRow.nullable(), place: z.int().positive() })),
  properties: z.array(property),
  documents: z.array(documentRow),
  applications: z.array(
    z.object({
      id: makeRowId('application'),
      localized: localized({ title: z.string(), summary: z.string() }),
      image: imageRow.nullable(),
    }),
  ),
  related: z.array(productRow.nullable()),
});
export type ProductDetailRow = z.infer<typeof productDetailRow>;

/** A product with the values that texts quote. */
const productValuesRow = z.object({
  id: makeRowId('product'),
  slug: z.string(),
  name: z.string(),
  display_name: z.string(),
  series: z.string().nullable(),
  is_published: z.boolean(),
  publish_from: exactMoment().nullable(),
  publish_until: exactMoment().nullable(),
  properties: z.array(property.omit({ group: true }).extend({ key: z.string() })),
});
export type ProductValuesRow = z.infer<typeof productValuesRow>;

/** The rows of `read_records`, by shape name. */
export const shapes = { product: productRow, product_detail: productDetailRow };

/** What the database answers to lists: rows, with the moment from which the answer is another one. */
export const answers = {
  products: z.object({ items: z.array(productRow), next_change_at: z.string().nullable() }),
  product_rows: z.object({
    items: z.array(productTableRow),
    category_id: z.number().nullable(),
    next_change_at: z.string().nullable(),
  }),
  product_values: z.object({ items: z.array(productValuesRow) }),
  downloads: z.object({
    items: z.array(z.object({ document: documentRow, products: z.array(productRow) })),
    next_change_at: z.string().nullable(),
  }),
};
