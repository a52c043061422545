import { defineMeta } from '../meta.ts';

export const meta = defineMeta({
  words: { one: 'tag', many: 'tags' },
  group: 'news',
  page: { '': { list: 'newsroom.blog', page: 'newsroom.blog.tag' } },
});
