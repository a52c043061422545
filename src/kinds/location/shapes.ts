import { z } from 'zod';
import { imageRow } from '../image/shapes.ts';
import { localized } from '../reading/localized-row.ts';
import { makeRowId } from '../reading/row-id.ts';

const locationRow = z.object({
  id: makeRowId('location'),
  name: z.string(),
  name_verbose: z.string(),
  address_lines: z.array(z.string()),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  country: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  localized: localized({ name: z.string().nullish(), title: z.string().nullish(), note: z.string().nullish() }),
  image: imageRow.nullable(),
});
export type LocationRow = z.infer<typeof locationRow>;

/** The rows of `read_records`, by shape name. */
export const shapes = { location: locationRow };
