import type { ReactNode } from 'react';
import { ArticleCardView } from '#ui/primitives/ArticleCardView.tsx';
import { ModuleSection, innerLevel } from '#ui/primitives/ModuleSection.tsx';
import type { ViewProps } from '#view-model/view-props.ts';
import { getListItems } from '#view-model/list-results.ts';
import type { news } from './schema.ts';
import './news.css';

export function View({ id, data, lists, context }: ViewProps<typeof news>): ReactNode {
  const articles = getListItems('articles', lists['articles']);
  const level = innerLevel(data.heading);
  return (
    <ModuleSection id={id} type="NEWS" data={data} className="news" context={context}>
      <ul className="news__list">
        {articles.map((article) => (
          <li key={article.id}>
            <ArticleCardView article={article} level={level} context={context} />
          </li>
        ))}
      </ul>
    </ModuleSection>
  );
}
