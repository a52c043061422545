import { defineMeta } from '../meta.ts';

export const meta = defineMeta({
  words: { one: 'representative', many: 'representatives' },
  group: 'partners',
});
