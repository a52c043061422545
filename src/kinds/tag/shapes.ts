import { z } from 'zod';
import { localized } from '../reading/localized-row.ts';
import { placed } from '../reading/placed-row.ts';
import { makeRowId } from '../reading/row-id.ts';

export const tagRow = z.object({ id: makeRowId('tag'), ...placed, localized: localized({ name: z.string() }) });
export type TagRow = z.infer<typeof tagRow>;

/** The rows of `read_records`, by shape name. */
export const shapes = { tag: tagRow };
