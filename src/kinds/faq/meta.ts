import { defineMeta } from '../meta.ts';

export const meta = defineMeta({
  words: { one: 'frequently asked question', many: 'frequently asked questions' },
  group: 'products',
});
