import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import type { ArticleTeaser } from '#view-model/resolved.ts';
import { Day } from './dates.tsx';
import type { Level } from './ModuleSection.tsx';
import { TeaserCard } from './TeaserCard.tsx';

type ArticleCardProps = { article: ArticleTeaser; level: Level; context: ViewContext };

export function ArticleCardView({ article, level, context }: ArticleCardProps): ReactNode {
  const meta = (
    <>
      <Day iso={article.publishedAt} locale={context.locale} />
      <span>{context.t(`news.type.${article.type}`)}</span>
    </>
  );
  return <TeaserCard teaser={article} level={level} meta={meta} />;
}
