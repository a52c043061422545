import { defineMeta } from '../meta.ts';

export const meta = defineMeta({ words: { one: 'media tag', many: 'media tags' } });
