import { defineMeta } from '../meta.ts';

export const meta = defineMeta({
  words: { one: 'stock item', many: 'stock items' },
  group: 'partners',
});
