import { describe, expect, it } from 'vitest';
import { markup } from '#ui/markup.ts';
import type { ArticleTeaser } from '#view-model/resolved.ts';
import { article, context, headingLevels, layout, noHeading } from '#view-model/view-fixtures.ts';
import { View } from './View.tsx';

const render = (items: ArticleTeaser[] | null) =>
  markup(View, {
    id: 6,
    data: {
      ...layout,
      heading: { ...noHeading, title: 'News' },
      newsroomCategory: 'newsroom',
      newsroomType: 'all',
      careerType: 'all',
      count: '3',
    },
    lists: items === null ? {} : { articles: { list: 'articles', items } },
    slots: {},
    context,
  });

describe('NEWS', () => {
  it('lists articles with their type and the day in Zurich', () => {
    const html = render([article(1), article(2, { image: null })]);
    expect(html).toContain('data-module-id="6" data-module-type="NEWS"');
    expect(headingLevels(html)).toEqual([2, 3, 3]);
    expect(html).toContain('<time dateTime="2026-09-14T23:30:00Z">15 September 2026</time>');
    expect(html).toContain('news.type.press_release');
    expect(html.match(/<img/g)).toHaveLength(1);
  });
});
