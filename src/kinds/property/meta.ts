import { defineMeta } from '../meta.ts';

export const meta = defineMeta({
  words: { one: 'property', many: 'properties' },
  group: 'products',
});
