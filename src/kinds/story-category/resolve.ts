export { resolveStoryGroup as resolveStoryCategory } from '../story-group/resolve.ts';
