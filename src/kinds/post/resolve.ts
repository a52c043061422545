import type { PostTeaser } from '#view-model/resolved.ts';
import { emptyRichText } from '#schema/rich-text.ts';
import type { PostDetail } from '#view-model/details.ts';
import type { ReadContext } from '../reading/context.ts';
import { resolveAuthor } from '../author/resolve.ts';
import { resolveImage } from '../image/resolve.ts';
import { oncePerRow } from '../reading/once-per-row.ts';
import { rowHref } from '../reading/placement.ts';
import type { PostDetailRow, PostRow } from './shapes.ts';
import { localText } from '../reading/local-text.ts';
import { resolveTag } from '../tag/resolve.ts';

export const resolvePost = oncePerRow((row: PostRow, context): PostTeaser | null => {
  context.trace.tag(`post/card:${row.id}`);
  const href = rowHref('post', row, context);
  if (href === null) return null;
  return {
    id: row.id,
    href,
    title: localText(row.texts, context.locale, 'title') ?? '',
    lead: localText(row.texts, context.locale, 'lead') ?? '',
    publishedAt: row.publish_from,
    author: resolveAuthor(row.author, context),
    tags: row.tags.map((tag) => resolveTag(tag, context)),
    image: resolveImage(row.image, context),
  };
});

/** The content of a post's own page, without its frame; null while the post is not shown here. */
export function resolvePostDetail(
  row: PostDetailRow,
  context: ReadContext,
): Omit<PostDetail, 'backHref' | 'others'> | null {
  const teaser = resolvePost(row, context);
  return teaser && { ...teaser, body: localText(row.localized, context.locale, 'body') ?? emptyRichText };
}
