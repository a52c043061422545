import { defineMeta } from '../meta.ts';

export const meta = defineMeta({
  words: { one: 'blog post', many: 'blog posts' },
  group: 'news',
  page: { '': { list: 'newsroom.blog', page: 'newsroom.blog.post' } },
});
