import type { z } from 'zod';

/** How pickers read a record: its columns, as the data API selects them, and what becomes of a row of these. */
export type Picked<T> = {
  columns: string;
  row: z.ZodType<T>;
  /** Records that were never published can be chosen as well, by the fields of their drafts. */
  hasDrafts?: true;
  /** Fields that a record has as in its draft, which is what people have saved last. */
  drafted?: readonly string[];
};

export function definePicked<T>(picked: Picked<T>): Picked<T> {
  return picked;
}
