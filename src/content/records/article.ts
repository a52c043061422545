import { emptyRichText } from '#schema/rich-text.ts';
import type { ArticleTeaser } from '#view-model/resolved.ts';
import type { ArticleDetail } from '#view-model/frame.ts';
import type { ReadContext } from '../context.ts';
import { resolveDocument } from './document.ts';
import { resolveImage } from './image.ts';
import { oncePerRow } from './once-per-row.ts';
import { rowHref } from './placement.ts';
import type { ArticleDetailRow, ArticleRow } from '../rows/article.ts';
import { localText } from './texts.ts';

function typeOf(row: ArticleRow): ArticleTeaser['type'] {
  return row.newsroom_type ?? row.career_type ?? 'news';
}

export const resolveArticle = oncePerRow((row: ArticleRow, context): ArticleTeaser | null => {
  context.trace.tag(`article:${row.id}`);
  const href = rowHref('article', row, context);
  if (href === null) return null;
  return {
    id: row.id,
    href,
    title: localText(row.texts, context.locale, 'title') ?? '',
    lead: localText(row.texts, context.locale, 'lead') ?? '',
    publishedAt: row.publish_from,
    type: typeOf(row),
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
    type: typeOf(row),
    publishedAt: row.publish_from,
    image: resolveImage(row.image, context),
    documents: row.documents.map((document) => resolveDocument(document, context)),
  };
}
