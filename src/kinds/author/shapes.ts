import { z } from 'zod';
import { imageRow } from '../image/shapes.ts';
import { localized } from '../reading/localized-row.ts';
import { placed } from '../reading/placed-row.ts';
import { makeRowId } from '../reading/row-id.ts';

export const authorRow = z.object({
  id: makeRowId('author'),
  ...placed,
  name: z.string(),
  localized: localized({ position: z.string().nullish(), bio: z.string().nullish() }),
  image: imageRow.nullable(),
});
export type AuthorRow = z.infer<typeof authorRow>;

/** The rows of `read_records`, by shape name. */
export const shapes = { author: authorRow };
