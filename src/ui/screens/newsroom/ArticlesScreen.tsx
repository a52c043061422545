import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import { NarrowList } from '../../lists/NarrowList.tsx';
import { ArticleCardView } from '../../primitives/ArticleCardView.tsx';
import { defaultPageSize } from '../../primitives/pagination-pages.ts';
import type { ArticlesContent } from '#view-model/screens/newsroom.ts';
import { getYear } from './get-year.ts';

const allTypes = ['news', 'press_release', 'ad_hoc', 'career_news', 'apprentice_news'] as const;

/** News, newest first, year by year. */
export function ArticlesScreen({ articles, context }: ArticlesContent & { context: ViewContext }): ReactNode {
  const { t } = context;
  if (articles.length === 0) return <p className="newsroom newsroom__empty">{t('news.empty')}</p>;
  const years = [...Map.groupBy(articles, ({ publishedAt }) => getYear(publishedAt))];
  const types = allTypes.filter((type) => articles.some((article) => article.type === type));
  const place = new Map(articles.map(({ id }, index) => [id, index]));
  const list = (
    <div className="newsroom__years">
      {years.map(([year, ofYear]) => (
        <section key={year} id={`year-${year}`} className="newsroom__year" data-part="">
          <h2 className="newsroom__title">{year}</h2>
          <ul className="newsroom__cards">
            {ofYear.map((article) => (
              <li
                key={article.id}
                data-item=""
                data-beyond={(place.get(article.id) ?? 0) < defaultPageSize ? undefined : ''}
                data-type={article.type}
                data-year={year}
              >
                <ArticleCardView article={article} level={3} context={context} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
  return (
    <div className="newsroom">
      <NarrowList
        id="articles"
        filters={[
          {
            name: 'type',
            as: 'links',
            label: t('news.filter.type'),
            all: t('news.filter.allTypes'),
            options: types.map((type) => ({ value: type, label: t(`news.type.${type}`) })),
          },
          {
            name: 'year',
            as: 'links',
            label: t('news.filter.year'),
            all: t('news.filter.allYears'),
            options: years.map(([year]) => ({ value: year, label: year, anchor: `year-${year}` })),
          },
        ]}
        total={articles.length}
        isPaged
        none={t('news.none')}
        t={t}
        list={list}
      />
    </div>
  );
}
