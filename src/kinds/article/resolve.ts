import { emptyRichText } from '#schema/rich-text.ts';
import type { ArticleTeaser } from '#view-model/resolved.ts';
import type { ArticleDetail } from '#view-model/frame.ts';
import type { ReadContext } from '../reading/context.ts';
import { resolveDocument } from '../document/resolve.ts';
import { resolveImage } from '../image/resolve.ts';
import { oncePerRow } from '../reading/once-per-row.ts';
import { rowHref } from '../reading/placement.ts';
import type { ArticleDetailRow, ArticleRow } from './shapes.ts';
import { localText } from '../reading/local-text.ts';

function getType(row: ArticleRow): ArticleTeaser['type'] {
  return row.newsroom_type ?? row.career_type ?? 'news';
}

export const resolveArticle = oncePerRow((row: ArticleRow, context): ArticleTeaser | null => {
  context.trace.tag(`article/card:${row.id}`);
  const href = rowHref('article', row, context);
  if (href === null) return null;
  return {
    id: row.id,
    href,
    title: localText(row.texts, context.locale, 'title') ?? '',
    lead: localText(row.texts, context.locale, 'lead') ?? '',
    publishedAt: row.publish_from,
    type: getType(row),
    image: resolveImage(row.image, context),
  };
});

/** An article's own page, without the list of latest articles, which is read beside it. */
export function resolveArticleDetail(
  row: ArticleDetailRow,
  context: ReadContext,
): Omit<ArticleDetail, 'latest' | 'backHref'> {
  context.trace.tag(`article:${row.id}`);
  return {
    id: row.id,
    title: localText(row.localized, context.locale, 'title') ?? '',
    lead: localText(row.localized, context.locale, 'lead') ?? '',
    body: localText(row.localized, context.locale, 'body') ?? emptyRichText,
    type: getType(row),
    publishedAt: row.publish_from,
    image: resolveImage(row.image, context),
    documents: row.documents.map((document) => resolveDocument(document, context)),
  };
}
