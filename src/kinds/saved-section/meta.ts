import { defineMeta } from '../meta.ts';

export const meta = defineMeta({ words: { one: 'saved section', many: 'saved sections' } });
