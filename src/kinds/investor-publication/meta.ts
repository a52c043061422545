import { defineMeta } from '../meta.ts';

export const meta = defineMeta({
  words: { one: 'investor publication', many: 'investor publications' },
  group: 'investors',
});
