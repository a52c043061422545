import { namedRow } from '../story-group/shapes.ts';

/** What `read_records` answers with, by the name of the shape. */
export const shapes = { story_category: namedRow };
