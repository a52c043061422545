import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, select } from '#schema/fields.ts';

export const description = 'the newest articles of a kind';

export const news = defineModule({
  type: 'NEWS',
  displayName: 'News all',
  group: 'News and events',
  also: ['articles', 'press', 'blog', 'posts'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    // Choosing a news type switches the list of categories.
    newsroomCategory: select({
      label: 'News type',
      options: { newsroom: 'Newsroom', career: 'Career news' },
      default: 'newsroom',
    }),
    newsroomType: select({
      label: 'Category',
      options: { all: 'All', news: 'News', press_release: 'Press release', ad_hoc: 'Ad hoc news' },
      default: 'all',
      when: { field: 'newsroomCategory', equals: ['newsroom'] },
    }),
    careerType: select({
      label: 'Category',
      options: { all: 'All', career_news: 'Career news', apprentice_news: 'Apprentice news' },
      default: 'all',
      when: { field: 'newsroomCategory', equals: ['career'] },
    }),
    count: select({
      label: 'Number of articles',
      options: { '3': '3', '6': '6', '9': '9' },
      default: '3',
    }),
  }),
  defaults: {},
  placeholders: { heading: { title: 'News' } },
  lists: (data) => {
    const type = data.newsroomCategory === 'newsroom' ? data.newsroomType : data.careerType;
    return {
      articles: {
        list: 'articles',
        category: data.newsroomCategory,
        type: type === 'all' ? null : type,
        limit: Number(data.count),
      },
    };
  },
  waitsFor: (_data, count) => (count('articles') === 0 ? 'There are no articles of this category.' : null),
});
