import { z } from 'zod';

/** The versions that the database counts, with 32 bits. */
const largest = 2_147_483_647;

/** The version of a row that somebody has seen. */
export const rowVersion = z.int().positive().max(largest);

/** The same; 0 says that there was no row. */
export const rowVersionOrNone = z.int().nonnegative().max(largest);
