import { z } from 'zod';
import { localized } from '../reading/localized-row.ts';
import { makeRowId } from '../reading/row-id.ts';

/** A group or category of stories, by its name. */
export const named = {
  title: z.string().optional(),
  localized: localized({ name: z.string(), title: z.string() }).optional(),
};

/** The rows of `read_records`, by shape name. */
export const shapes = { story_group: z.object({ id: makeRowId('story_group'), ...named }) };
