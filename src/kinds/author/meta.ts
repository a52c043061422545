import { defineMeta } from '../meta.ts';

export const meta = defineMeta({
  words: { one: 'author', many: 'authors' },
  page: { '': { list: 'newsroom.blog', page: 'newsroom.blog.author' } },
});
