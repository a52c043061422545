import { z } from 'zod';

/**
 * The id of a record in a call, which may name the record itself instead: then its `id` counts.
 *
 * @example recordId.parse({ id: 7, title: 'Contact' }); // 7
 */
export const recordId = z.preprocess(
  (input) => (typeof input === 'object' && input !== null && 'id' in input ? input.id : input),
  z.int().positive(),
);
