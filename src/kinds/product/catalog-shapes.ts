import { z } from 'zod';
import { categoryRow } from '../category/shapes.ts';
import { localized } from '../reading/localized-row.ts';
import { product, property } from './shapes.ts';
import { seriesRow } from '../series/shapes.ts';
import { makeRowId } from '../reading/row-id.ts';

const propertyValue = property.pick({ id: true, number: true, max: true, text: true, localized: true });

/** A product as a line of the catalog, with the values for the filters. */
const catalogProductRow = z.object({
  ...product,
  order_code: z.string(),
  product_class: z.string().nullable(),
  position: z.number(),
  values: z.array(propertyValue),
});
export type CatalogProductRow = z.infer<typeof catalogProductRow>;

const catalogPartRow = z.object({
  products: z.array(catalogProductRow),
  /** Each category with those above it. */
  above: z.record(z.string(), z.array(z.number())),
});

/** The filters of the catalog. */
const catalogTermsRow = {
  categories: z.array(
    categoryRow.extend({ parent_id: z.number().nullable(), products: z.number(), primary: z.array(z.number()) }),
  ),
  series: z.array(seriesRow),
  properties: z.array(
    z.object({
      id: makeRowId('property'),
      key: z.string(),
      unit: z.string().nullable(),
      type: z.enum(['number', 'range', 'text']),
      localized: localized({ title: z.string() }),
    }),
  ),
};

/** The rows of `read_records`, by shape name. */
export const shapes = { catalog_part: catalogPartRow };

/** What the database answers to lists: rows, with the moment from which the answer is another one. */
export const answers = {
  catalog: z.object({
    total: z.number(),
    items: z.array(catalogProductRow),
    index: z.array(z.object({ id: makeRowId('product'), slug: z.string(), name: z.string(), category_id: z.number() })),
    parts: z.array(z.number()),
    ...catalogTermsRow,
    next_change_at: z.string().nullable(),
  }),
};
