import { z } from 'zod';
import { localized } from '../reading/localized-row.ts';
import { makeRowId } from '../reading/row-id.ts';

const sharedModuleRow = z.object({
  id: makeRowId('shared_module'),
  type: z.string(),
  v: z.number(),
  localized: localized({ data: z.record(z.string(), z.unknown()) }),
});
export type SharedModuleRow = z.infer<typeof sharedModuleRow>;

/** The rows of `read_records`, by shape name. */
export const shapes = { shared_module: sharedModuleRow };
