import { defineMeta } from '../meta.ts';

export const meta = defineMeta({
  words: { one: 'redirect', many: 'redirects' },
  group: 'website',
});
