import { defineMeta } from '../meta.ts';

export const meta = defineMeta({
  words: { one: 'site', many: 'sites' },
  group: 'website',
  title: 'Settings',
  isFixed: true,
});
