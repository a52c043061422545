import { languageOf } from '#domain/locales.ts';
import { type Result, ok } from '#domain/result.ts';
import { rowPlace } from '#kinds/places.ts';
import { itemsOf } from '#view-model/list-results.ts';
import type { PageContent } from '../page-content.ts';
import { readList } from '../read-list.ts';
import { type Reading, homePath, missing, organizationData } from '../reading.ts';
import { resolvePostDetail } from '#kinds/post/resolve.ts';
import { isHere, makeRowFrame } from './row-frame.ts';
import { absoluteUrl } from '#kinds/image/resolve.ts';

/** The page of a blog post, with the newest others. */
export async function readPost(id: number, reading: Reading): Promise<Result<PageContent>> {
  const { source, context } = reading;
  context.trace.tag(`post:${id}`);
  const row = await source.record('post_detail', id);
  const post = row && isHere(row, context) ? resolvePostDetail(row, context) : null;
  if (!row || !post) return missing(`post ${id}`);
  const { list } = rowPlace('post');
  const newest = itemsOf('posts', await readList({ list: 'posts', tag: null, author: null, limit: 4 }, reading));
  const origin = context.origins[context.site];
  const { author } = post;
  const frame = makeRowFrame('post', list, row, reading, {
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
        inLanguage: languageOf[context.locale],
        author: {
          '@type': 'Person',
          name: author.name,
          ...(author.href === null ? {} : { url: `${origin}${author.href}` }),
        },
        keywords: post.tags.map(({ name }) => name),
        publisher: organizationData(reading),
        ...(post.image ? { image: absoluteUrl(post.image.url, origin) } : {}),
      },
    ],
  });
  const backHref = context.routePath(list) ?? homePath(context.locale);
  const others = newest.filter((other) => other.id !== id).slice(0, 3);
  return ok({ kind: 'post', frame, post: { ...post, backHref, others } });
}
