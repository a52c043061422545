import { defineMeta } from '../meta.ts';

export const meta = defineMeta({ words: { one: 'media folder', many: 'media folders' } });
