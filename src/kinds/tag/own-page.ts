import type { PostsDetail } from '#view-model/details.ts';
import { rowPlace } from '../places.ts';
import { readPosts, joinTitles } from '../post/read-posts.ts';
import { backHref, defineOwnPage } from '../reading/own-page.ts';
import { isHere } from '../reading/placement.ts';
import { resolveTag } from './resolve.ts';

/** The posts with a tag. */
export const ownPage = defineOwnPage<'tag', PostsDetail>({
  shapes: ['tag'],
  read: async (id, { context, record, list, frame }) => {
    context.trace.tag(`tag:${id}`);
    const row = await record('tag', id);
    if (!row || !isHere(row, context)) return null;
    const { name } = resolveTag(row, context);
    const posts = await readPosts({ tag: id, author: null }, { list });
    const pageFrame = frame(rowPlace('tag').list, row, {
      title: name,
      description: joinTitles(posts),
      ogType: 'website',
      image: null,
      jsonLd: [],
    });
    const back = backHref(context, 'newsroom.blog');
    return { kind: 'tag', frame: pageFrame, shown: { subject: { kind: 'tag', name }, posts, backHref: back } };
  },
});
