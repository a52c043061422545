import { z } from 'zod';
import { localized } from '../reading/localized-row.ts';

export const vectorRow = z.object({
  id: z.number(),
  storage_path: z.string().nullable(),
  localized: localized({ alt: z.string() }),
});

/** What `read_records` answers with, by the name of the shape. */
export const shapes = { vector: vectorRow };
