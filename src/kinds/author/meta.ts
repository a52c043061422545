import { defineMeta } from '../meta.ts';

export const meta = defineMeta({
  words: { one: 'author', many: 'authors' },
  group: 'news',
  page: { '': { list: 'newsroom.blog', page: 'newsroom.blog.author' } },
});
