import { languageOf } from '#domain/locales.ts';
import { type Result, ok } from '#domain/result.ts';
import { rowPlace } from '#kinds/places.ts';
import type { PageContent } from '../page-content.ts';
import { readArticles } from '../read-list.ts';
import { type Reading, homePath, missing, organizationData } from '../reading.ts';
import { resolveArticleDetail } from '#kinds/article/resolve.ts';
import { isHere, makeRowFrame } from './row-frame.ts';
import { absoluteUrl } from '#kinds/image/resolve.ts';

/** The page of an article, with the newest others of its newsroom. */
export async function readArticle(id: number, reading: Reading): Promise<Result<PageContent>> {
  const { source, context } = reading;
  context.trace.tag(`article:${id}`);
  const row = await source.record('article_detail', id);
  if (!row || !isHere(row, context)) return missing(`article ${id}`);
  const listRoute = row.newsroom_type === 'ad_hoc' ? 'company.ad-hoc' : rowPlace('article', row.news_category).list;
  const type = row.newsroom_type === 'ad_hoc' ? 'ad_hoc' : null;
  const latest = await readArticles({ list: 'articles', category: row.news_category, type, limit: 4 }, reading);
  const detail = resolveArticleDetail(row, context);
  const frame = makeRowFrame('article', listRoute, row, reading, {
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
        inLanguage: languageOf[context.locale],
        author: organizationData(reading),
        publisher: organizationData(reading),
        ...(detail.image ? { image: absoluteUrl(detail.image.url, context.origins[context.site]) } : {}),
      },
    ],
  });
  const backHref = context.routePath(listRoute) ?? homePath(context.locale);
  const others = latest.filter((teaser) => teaser.id !== id).slice(0, 3);
  return ok({ kind: 'article', frame, article: { ...detail, backHref, latest: others } });
}
