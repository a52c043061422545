import { languageCodes } from '#domain/locales.ts';
import type { PostDetail } from '#view-model/details.ts';
import { absoluteUrl } from '../image/resolve.ts';
import { rowPlace } from '../places.ts';
import { backHref, defineOwnPage } from '../reading/own-page.ts';
import { isHere } from '../reading/placement.ts';
import { resolvePostDetail } from './resolve.ts';

/** The page of a blog post, with the newest others. */
export const ownPage = defineOwnPage<'post', PostDetail>({
  shapes: ['post_detail'],
  read: async (id, { context, record, list, frame, organization }) => {
    context.trace.tag(`post:${id}`);
    const row = await record('post_detail', id);
    const post = row && isHere(row, context) ? resolvePostDetail(row, context) : null;
    if (!row || !post) return null;
    const { list: above } = rowPlace('post');
    const newest = await list({ list: 'posts', tag: null, author: null, limit: 4 });
    const origin = context.origins[context.site];
    const { author } = post;
    const pageFrame = frame(above, row, {
      title: post.title,
      description: post.lead,
      ogType: 'article',
      image: row.image,
      jsonLd: [
        {
          '@context': 'https://schema.org',
          '@type': 'BlogPosting',
          headline: post.title,
          description: post.lead,
          datePublished: post.publishedAt,
          inLanguage: languageCodes[context.locale],
          author: {
            '@type': 'Person',
            name: author.name,
            ...(author.href === null ? {} : { url: `${origin}${author.href}` }),
          },
          keywords: post.tags.map(({ name }) => name),
          publisher: organization(),
          ...(post.image ? { image: absoluteUrl(post.image.url, origin) } : {}),
        },
      ],
    });
    const others = newest.filter((other) => other.id !== id).slice(0, 3);
    return { kind: 'post', frame: pageFrame, shown: { ...post, backHref: backHref(context, above), others } };
  },
});
