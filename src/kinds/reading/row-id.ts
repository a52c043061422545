import { z } from 'zod';

/** Row ids, with the tag that a change of the row has before its number. */
export const rowIds = z.registry<{ tag: string }>();

/**
 * The id of a record in what the database's read functions return. Which change may mend a row that is not valid is read
 * from these.
 *
 * @example
 * z.object({ id: makeRowId('product'), name: z.string() })
 */
export function makeRowId(tag: string): z.ZodNumber {
  return z.number().register(rowIds, { tag });
}
