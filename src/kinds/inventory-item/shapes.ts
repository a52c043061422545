import { z } from 'zod';
import { exactMoment } from '#domain/values/moment.ts';
import { productRow } from '../product/shapes.ts';
import { makeRowId } from '../reading/row-id.ts';

const inventoryRow = z.object({
  product: productRow,
  order_code: z.string(),
  items: z.array(
    z.object({
      id: z.number(),
      quantity: z.number(),
      as_of: exactMoment(),
      url: z.string().nullable(),
      partner: z.object({ id: makeRowId('channel_partner'), name: z.string() }),
    }),
  ),
});
export type InventoryRow = z.infer<typeof inventoryRow>;

/** The rows of `read_records`, by shape name. */
export const shapes = { inventory: inventoryRow };

/** What the database answers to lists: rows, with the moment from which the answer is another one. */
export const answers = {
  inventory: z.object({ items: z.array(inventoryRow), next_change_at: z.string().nullable() }),
};
