import { languageCodes } from '#domain/locales.ts';
import type { ArticleDetail } from '#view-model/frame.ts';
import { absoluteUrl } from '../image/resolve.ts';
import { rowPlace } from '../places.ts';
import { backHref, defineOwnPage } from '../reading/own-page.ts';
import { isHere } from '../reading/placement.ts';
import { resolveArticleDetail } from './resolve.ts';

/** The page of an article, with the newest others of its newsroom. */
export const ownPage = defineOwnPage<'article', ArticleDetail>({
  shapes: ['article_detail'],
  read: async (id, { context, record, list, frame, organization }) => {
    context.trace.tag(`article:${id}`);
    const row = await record('article_detail', id);
    if (!row || !isHere(row, context)) return null;
    const above = row.newsroom_type === 'ad_hoc' ? 'company.ad-hoc' : rowPlace('article', row.news_category).list;
    const type = row.newsroom_type === 'ad_hoc' ? 'ad_hoc' : null;
    const latest = await list({ list: 'articles', category: row.news_category, type, limit: 4 });
    const detail = resolveArticleDetail(row, context);
    const pageFrame = frame(above, row, {
      title: detail.title,
      description: detail.lead,
      ogType: 'article',
      image: row.image,
      jsonLd: [
        {
          '@context': 'https://schema.org',
          '@type': 'NewsArticle',
          headline: detail.title,
          description: detail.lead,
          datePublished: detail.publishedAt,
          inLanguage: languageCodes[context.locale],
          author: organization(),
          publisher: organization(),
          ...(detail.image ? { image: absoluteUrl(detail.image.url, context.origins[context.site]) } : {}),
        },
      ],
    });
    const others = latest.filter((teaser) => teaser.id !== id).slice(0, 3);
    return {
      kind: 'article',
      frame: pageFrame,
      shown: { ...detail, backHref: backHref(context, above), latest: others },
    };
  },
});
