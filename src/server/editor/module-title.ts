import { z } from 'zod';

const titled = z.object({
  title: z.string().optional().catch(undefined),
  heading: z
    .object({ title: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

/** What a module says at its top, by which an editor knows it from others of its type; empty when it says nothing. */
export function moduleTitle(data: unknown): string {
  const parsed = titled.safeParse(data);
  return parsed.success ? parsed.data.title || parsed.data.heading?.title || '' : '';
}
