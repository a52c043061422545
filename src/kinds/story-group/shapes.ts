import { z } from 'zod';
import { localized } from '../reading/localized-row.ts';

/** A group or category of stories, by its name. */
export const namedRow = z.object({
  id: z.number(),
  title: z.string().optional(),
  localized: localized({ name: z.string(), title: z.string() }).optional(),
});

/** The rows of `read_records`, by shape name. */
export const shapes = { story_group: namedRow };
