import { defineMeta } from '../meta.ts';

export const meta = defineMeta({
  words: { one: 'stock quote', many: 'stock quotes' },
  group: 'investors',
  isFixed: true,
});
