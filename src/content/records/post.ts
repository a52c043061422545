import type { Author, PostTeaser, Tag } from '#view-model/resolved.ts';
import { emptyRichText } from '#schema/rich-text.ts';
import type { PostDetail } from '#view-model/details.ts';
import type { ReadContext } from '../context.ts';
import { resolveImage } from './image.ts';
import { oncePerRow } from './once-per-row.ts';
import { rowHref } from './placement.ts';
import type { AuthorRow, PostDetailRow, PostRow, TagRow } from '../rows/post.ts';
import { localText } from './texts.ts';

export function resolveTag(row: TagRow, context: ReadContext): Tag {
  context.trace.tag(`tag:${row.id}`);
  return {
    id: row.id,
    name: localText(row.localized, context.locale, 'name') ?? '',
    href: rowHref('tag', row, context),
  };
}

export function resolveAuthor(row: AuthorRow, context: ReadContext): Author {
  context.trace.tag(`author:${row.id}`);
  return {
    id: row.id,
    name: row.name,
    href: rowHref('author', row, context),
    position: localText(row.localized, context.locale, 'position') ?? '',
    bio: localText(row.localized, context.locale, 'bio') ?? '',
    image: resolveImage(row.image, context),
  };
}

export const resolvePost = oncePerRow((row: PostRow, context): PostTeaser | null => {
  context.trace.tag(`post:${row.id}`);
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

/** A post's own page, without what surrounds it; null while the post is not shown here. */
export function resolvePostDetail(
  row: PostDetailRow,
  context: ReadContext,
): Omit<PostDetail, 'backHref' | 'others'> | null {
  const teaser = resolvePost(row, context);
  return teaser && { ...teaser, body: localText(row.localized, context.locale, 'body') ?? emptyRichText };
}
