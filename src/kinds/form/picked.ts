import { z } from 'zod';
import { definePicked } from '../reading/picked.ts';

/** The fields of a form are validated where forms are built and shown. */
const form = z.object({ id: z.number(), title: z.string(), content: z.array(z.json()), version: z.number() });

export const picked = definePicked({ columns: 'id, title, content, version', row: form });
