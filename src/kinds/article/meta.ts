import { defineMeta } from '../meta.ts';

export const meta = defineMeta({
  words: { one: 'article', many: 'news' },
  group: 'news',
  page: {
    newsroom: { list: 'company.press', page: 'company.press.article' },
    career: { list: 'career.news', page: 'career.news.article' },
  },
});
