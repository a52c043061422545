import { z } from 'zod';
import { localized } from '../reading/localized-row.ts';

/** Who sells for us: a channel partner or a representative. */
const sellerRow = z.object({
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

/** What the database answers to lists: rows, with the moment from which the answer is another one. */
export const answers = {
  sellers: z.object({ items: z.array(sellerRow) }),
};
