import { z } from 'zod';

/** When something was saved, and by whom. */
export const saveMark = z.object({ at: z.string(), by: z.string().nullable() }).nullable();
