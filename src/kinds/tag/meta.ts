import { defineMeta } from '../meta.ts';

export const meta = defineMeta({
  words: { one: 'tag', many: 'tags' },
  page: { '': { list: 'newsroom.blog', page: 'newsroom.blog.tag' } },
});
