import type { ReactNode } from 'react';
import type { ViewContext } from '#modules/contract.ts';
import type { ArticleDetail } from '../frame.ts';
import { ArticleCardView } from '../primitives/ArticleCardView.tsx';
import { Day } from '../primitives/dates.tsx';
import { DocumentList } from '../primitives/DocumentList.tsx';
import { Icon } from '../primitives/icons.tsx';
import { Picture } from '../primitives/Picture.tsx';
import { RichText } from '../primitives/RichText.tsx';
import './template.css';
import './article-template.css';

export function ArticleTemplate({ context, ...article }: ArticleDetail & { context: ViewContext }): ReactNode {
  const { t } = context;
  return (
    <>
      <article className="article">
        <header className="article__head">
          <p className="article__meta">
            <span className="article__type">{t(`news.type.${article.type}`)}</span>
            <Day iso={article.publishedAt} locale={context.locale} />
          </p>
          <h1 className="article__title">{article.title}</h1>
          {article.lead === '' ? null : <p className="article__lead">{article.lead}</p>}
        </header>
        {article.image ? (
          <Picture className="article__picture" image={article.image} sizes="(min-width: 1400px) 1280px, 100vw" eager />
        ) : null}
        <RichText className="article__body" document={article.body} level={2} t={t} />
        {article.documents.length === 0 ? null : (
          <section className="article__documents">
            <h2>{t('news.documents')}</h2>
            <DocumentList documents={article.documents} context={context} />
          </section>
        )}
        <p className="article__back">
          <a className="text-link" href={article.backHref}>
            <Icon name="arrow-left" />
            <span>{t('news.back')}</span>
          </a>
        </p>
      </article>
      {article.latest.length === 0 ? null : (
        <section className="template-row on-grey">
          <h2 className="template-row__title">{t('news.latest')}</h2>
          <ul className="article__latest">
            {article.latest.map((teaser) => (
              <li key={teaser.id}>
                <ArticleCardView article={teaser} level={3} context={context} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
