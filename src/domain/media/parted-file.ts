import { z } from 'zod';
import { mediumSizeLimit } from './upload-limits.ts';
import type { PartedFile } from './upload-parts.ts';

/** How requests name a file that is sent in parts. */
export const partedFile = z.object({
  hash: z.string().regex(/^[0-9a-f]{64}$/, 'This is no hash of a file'),
  size: z.int().min(1).max(mediumSizeLimit),
}) satisfies z.ZodType<PartedFile>;
