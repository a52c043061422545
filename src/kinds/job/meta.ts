import { defineMeta } from '../meta.ts';

export const meta = defineMeta({
  words: { one: 'job', many: 'jobs' },
  group: 'people',
});
