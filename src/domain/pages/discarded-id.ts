import { z } from 'zod';

/** How a draft that was thrown away is named among the versions of a page or a record. */
export type DiscardedId = `discarded-${number}`;

export const discardedIdSchema = z
  .string()
  .regex(/^discarded-[1-9]\d{0,14}$/, 'This is no draft that was discarded')
  .transform((text) => discardedId(Number(text.slice('discarded-'.length))));

export function discardedId(id: number): DiscardedId {
  return `discarded-${id}`;
}

/** @example idOfDiscarded('discarded-12') // 12 */
export function idOfDiscarded(id: DiscardedId): number {
  return Number(id.slice('discarded-'.length));
}
