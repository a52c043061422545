import { z } from 'zod';
import { categoryRow } from '../category/shapes.ts';
import { localized } from '../reading/localized-row.ts';
import { product, property } from './shapes.ts';
import { seriesRow } from '../series/shapes.ts';

const propertyValue = property.pick({ id: true, number: true, max: true, text: true, localized: true });

/** A product as a line of the catalog, with what it can be narrowed down by. */
export const catalogProductRow = z.object({
  ...product,
  order_code: z.string(),
  product_class: z.string().nullable(),
  position: z.number(),
  values: z.array(propertyValue),
});
export type CatalogProductRow = z.infer<typeof catalogProductRow>;

export const catalogPartRow = z.object({
  products: z.array(catalogProductRow),
  /** Each category with those above it. */
  above: z.record(z.string(), z.array(z.number())),
});

/** What the catalog is narrowed down by. */
export const catalogTermsRow = {
  categories: z.array(
    categoryRow.extend({ parent_id: z.number().nullable(), products: z.number(), primary: z.array(z.number()) }),
  ),
  series: z.array(seriesRow),
  properties: z.array(
    z.object({
      id: z.number(),
      key: z.string(),
      unit: z.string().nullable(),
      type: z.enum(['number', 'range', 'text']),
      localized: localized({ title: z.string() }),
    }),
  ),
};

/** What `read_records` answers with, by the name of the shape. */
export const shapes = { catalog_part: catalogPartRow };
