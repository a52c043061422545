import { defineMeta } from '../meta.ts';

export const meta = defineMeta({
  words: { one: 'search synonym', many: 'search synonyms' },
  group: 'website',
});
