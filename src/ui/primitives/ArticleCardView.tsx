import type { ReactNode } from 'react';
import type { ViewContext } from '#modules/contract.ts';
import type { ArticleTeaser } from '#modules/resolved.ts';
import { Day } from './dates.tsx';
import { HeadingAt, type Level } from './ModuleSection.tsx';
import { Picture } from './Picture.tsx';
import './article-card.css';

type ArticleCardProps = { article: ArticleTeaser; level: Level; context: ViewContext };

export function ArticleCardView({ article, level, context }: ArticleCardProps): ReactNode {
  return (
    <article className="article-card">
      {article.image ? (
        <Picture
          className="article-card__picture"
          image={article.image}
          sizes="(min-width: 1200px) 405px, (min-width: 768px) 46vw, 92vw"
        />
      ) : null}
      <p className="article-card__meta">
        <Day iso={article.publishedAt} locale={context.locale} />
        <span>{context.t(`news.type.${article.type}`)}</span>
      </p>
      <HeadingAt level={level} className="article-card__title">
        <a href={article.href}>{article.title}</a>
      </HeadingAt>
      {article.lead === '' ? null : <p className="article-card__lead">{article.lead}</p>}
    </article>
  );
}
