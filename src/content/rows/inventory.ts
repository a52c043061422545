import { z } from 'zod';
import { localized } from './localized.ts';
import { productRow } from './product.ts';

export const inventoryRow = z.object({
  product: productRow,
  order_code: z.string(),
  items: z.array(
    z.object({
      id: z.number(),
      quantity: z.number(),
      as_of: z.string(),
      url: z.string().nullable(),
      partner: z.object({
        id: z.number(),
        name: z.string(),
        region: z.string().nullable(),
        countries: z.array(z.string()),
      }),
    }),
  ),
});
export type InventoryRow = z.infer<typeof inventoryRow>;

export const sellerRow = z.object({
  id: z.number(),
  name: z.string(),
  region: z.enum(['europe', 'americas', 'asia_pacific', 'middle_east_africa']).nullable(),
  countries: z.array(z.string()),
  address_lines: z.array(z.string()),
  url: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  localized: localized({ note: z.string().nullish() }),
});
