import { z } from 'zod';
import { localized } from './localized.ts';

export const categoryRow = z.object({
  id: z.number(),
  slug: z.string(),
  localized: localized({ title: z.string(), description: z.string() }),
});
export type CategoryRow = z.infer<typeof categoryRow>;
