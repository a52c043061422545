import { type Result, ok } from '#domain/result.ts';
import { rowPlace } from '#kinds/places.ts';
import { itemsOf } from '#view-model/list-results.ts';
import type { PostTeaser } from '#view-model/resolved.ts';
import type { PageContent } from '../page-content.ts';
import { readList } from '../read-list.ts';
import { type Reading, homePath, missing } from '../reading.ts';
import { resolveAuthor } from '#kinds/author/resolve.ts';
import { resolveTag } from '#kinds/tag/resolve.ts';
import { isHere, makeRowFrame } from './row-frame.ts';
import { absoluteUrl } from '#kinds/image/resolve.ts';

/** More than a blog has of one subject. */
const limit = 500;

/** The posts with a tag. */
export async function readTagPosts(id: number, reading: Reading): Promise<Result<PageContent>> {
  const { source, context } = reading;
  context.trace.tag(`tag:${id}`);
  const row = await source.record('tag', id);
  if (!row || !isHere(row, context)) return missing(`tag ${id}`);
  const { name } = resolveTag(row, context);
  const posts = await readPosts({ tag: id, author: null }, reading);
  const frame = makeRowFrame('tag', rowPlace('tag').list, row, reading, {
    title: name,
    description: titlesOf(posts),
    ogType: 'website',
    image: null,
    jsonLd: [],
  });
  return ok({ kind: 'tag', frame, posts: { subject: { kind: 'tag', name }, posts, backHref: blogPath(reading) } });
}

/** The posts of an author. */
export async function readAuthorPosts(id: number, reading: Reading): Promise<Result<PageContent>> {
  const { source, context } = reading;
  context.trace.tag(`author:${id}`);
  const row = await source.record('author', id);
  if (!row || !isHere(row, context)) return missing(`author ${id}`);
  const author = resolveAuthor(row, context);
  const posts = await readPosts({ tag: null, author: id }, reading);
  const origin = context.origins[context.site];
  const frame = makeRowFrame('author', rowPlace('author').list, row, reading, {
    title: author.name,
    description: author.bio || titlesOf(posts),
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
          ...(author.image ? { image: absoluteUrl(author.image.url, origin) } : {}),
        },
      },
    ],
  });
  return ok({
    kind: 'author',
    frame,
    posts: { subject: { kind: 'author', author }, posts, backHref: blogPath(reading) },
  });
}

async function readPosts(of: { tag: number | null; author: number | null }, reading: Reading): Promise<PostTeaser[]> {
  return itemsOf('posts', await readList({ list: 'posts', ...of, limit }, reading));
}

/** The titles of a list of posts, up to the length that a search engine shows. */
function titlesOf(posts: readonly PostTeaser[]): string {
  return posts
    .slice(0, 3)
    .map(({ title }) => title)
    .join(' · ');
}

function blogPath({ context }: Reading): string {
  return context.routePath('newsroom.blog') ?? homePath(context.locale);
}
