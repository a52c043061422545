import type { PostsDetail } from '#view-model/details.ts';
import { absoluteUrl } from '../image/resolve.ts';
import { rowPlace } from '../places.ts';
import { readPosts, joinTitles } from '../post/read-posts.ts';
import { backHref, defineOwnPage } from '../reading/own-page.ts';
import { isHere } from '../reading/placement.ts';
import { resolveAuthor } from './resolve.ts';

/** The posts of an author. */
export const ownPage = defineOwnPage<'author', PostsDetail>({
  shapes: ['author'],
  read: async (id, { context, record, list, frame }) => {
    context.trace.tag(`author:${id}`);
    const row = await record('author', id);
    if (!row || !isHere(row, context)) return null;
    const author = resolveAuthor(row, context);
    const posts = await readPosts({ tag: null, author: id }, { list });
    const pageFrame = frame(rowPlace('author').list, row, {
      title: author.name,
      description: author.bio || joinTitles(posts),
      ogType: 'website',
      image: row.image,
      jsonLd: [
        {
          '@context': 'https://schema.org',
          '@type': 'ProfilePage',
          mainEntity: {
            '@type': 'Person',
            name: author.name,
            ...(author.position === '' ? {} : { jobTitle: author.position }),
            ...(author.bio === '' ? {} : { description: author.bio }),
            ...(author.image ? { image: absoluteUrl(author.image.url, context.origins[context.site]) } : {}),
          },
        },
      ],
    });
    const back = backHref(context, 'newsroom.blog');
    return { kind: 'author', frame: pageFrame, shown: { subject: { kind: 'author', author }, posts, backHref: back } };
  },
});
