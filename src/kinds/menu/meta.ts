import { defineMeta } from '../meta.ts';

export const meta = defineMeta({
  words: { one: 'menu', many: 'menus' },
  group: 'website',
});
