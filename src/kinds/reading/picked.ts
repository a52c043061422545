import type { z } from 'zod';

/** How pickers read a record: its columns, as the data API selects them, and what becomes of a row of these. */
export type Picked<T> = { columns: string; row: z.ZodType<T> };

export function definePicked<T>(picked: Picked<T>): Picked<T> {
  return picked;
}
