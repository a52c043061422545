import type { ReactNode } from 'react';
import type { ViewContext } from '#view-model/view-props.ts';
import type { ArticleDetail } from '#view-model/frame.ts';
import { ArticleCardView } from '../primitives/ArticleCardView.tsx';
import { Day } from '../primitives/dates.tsx';
import { DocumentList } from '../primitives/DocumentList.tsx';
import { Minute } from '../primitives/Minute.tsx';
import { preventTermBreaks } from '../primitives/prevent-breaks.ts';
import { RichText } from '../primitives/RichText.tsx';
import { RecordArticle } from './RecordArticle.tsx';

export function ArticleTemplate({ context, ...article }: ArticleDetail & { context: ViewContext }): ReactNode {
  const { t, locale } = context;
  const isAdHoc = article.type === 'ad_hoc';
  return (
    <RecordArticle
      meta={
        <>
          {isAdHoc ? (
            <p className="article__flag">{preventTermBreaks(t('adHoc.flag'))}</p>
          ) : (
            <span className="article__type">{t(`news.type.${article.type}`)}</span>
          )}
          {isAdHoc ? (
            <Minute iso={article.publishedAt} locale={locale} />
          ) : (
            <Day iso={article.publishedAt} locale={locale} />
          )}
        </>
      }
      title={article.title}
      lead={article.lead}
      image={article.image}
      back={{ href: article.backHref, label: t(isAdHoc ? 'adHoc.back' : 'news.back') }}
      others={{
        title: t(isAdHoc ? 'adHoc.latest' : 'news.latest'),
        items: article.latest.map((teaser) => ({
          id: teaser.id,
          card: <ArticleCardView article={teaser} level={3} context={context} />,
        })),
      }}
    >
      <RichText className="article__body" document={article.body} level={2} t={t} />
      {article.documents.length === 0 ? null : (
        <section className="article__documents">
          <h2>{t('news.documents')}</h2>
          <DocumentList documents={article.documents} context={context} />
        </section>
      )}
    </RecordArticle>
  );
}
