import type { ReactNode } from 'react';
import { ArticleCardView } from '#ui/primitives/ArticleCardView.tsx';
import { Day } from '#ui/primitives/dates.tsx';
import { DocumentList } from '#ui/primitives/DocumentList.tsx';
import { Minute } from '#ui/primitives/Minute.tsx';
import { preventTermBreaks } from '#ui/primitives/prevent-breaks.ts';
import { RichText } from '#ui/primitives/RichText.tsx';
import { RecordArticle } from '#ui/templates/RecordArticle.tsx';
import type { PageProps } from '../reading/own-page.ts';
import type { ownPage } from './own-page.ts';

/** The page of an article. */
export function Page({ context, ...article }: PageProps<typeof ownPage>): ReactNode {
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
