import { defineMeta } from '../meta.ts';

export const meta = defineMeta({
  words: { one: 'channel partner', many: 'channel partners' },
  group: 'partners',
});
