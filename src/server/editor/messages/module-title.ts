import { z } from 'zod';

const titled = z.object({
  title: z.string().optional().catch(undefined),
  heading: z
    .object({ title: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

/** The title of a module, by which editors tell it from others of its type; empty when it has none. */
export function moduleTitle(data: unknown): string {
  const parsed = titled.safeParse(data);
  return parsed.success ? parsed.data.title || parsed.data.heading?.title || '' : '';
}
