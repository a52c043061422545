import { defineMeta } from '../meta.ts';

export const meta = defineMeta({
  words: { one: 'saved change', many: 'saved changes' },
});
