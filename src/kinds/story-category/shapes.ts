import { z } from 'zod';
import { makeRowId } from '../reading/row-id.ts';
import { named } from '../story-group/shapes.ts';

/** The rows of `read_records`, by shape name. */
export const shapes = { story_category: z.object({ id: makeRowId('story_category'), ...named }) };
