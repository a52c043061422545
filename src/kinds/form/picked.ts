import { z } from 'zod';
import { definePicked } from '../reading/picked.ts';

/** The fields of a form are validated where forms are built and shown. A form that was never published has no version. */
const form = z.object({
  id: z.number(),
  title: z.string().catch(''),
  content: z.array(z.json()),
  version: z.number().nullable().default(null),
});

export const picked = definePicked({ columns: 'id, title, content, version', row: form, hasDrafts: true });
