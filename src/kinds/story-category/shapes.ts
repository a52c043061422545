import { namedRow } from '../story-group/shapes.ts';

/** The rows of `read_records`, by shape name. */
export const shapes = { story_category: namedRow };
