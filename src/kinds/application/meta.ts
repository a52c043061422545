import { defineMeta } from '../meta.ts';

export const meta = defineMeta({
  words: { one: 'application', many: 'applications' },
  group: 'products',
});
