export { picked } from '../story-group/picked.ts';
