import type { PostTeaser } from '#view-model/resolved.ts';
import type { OwnPageReading } from '../reading/own-page.ts';

/** More than a blog has of one subject. */
const limit = 500;

/** The posts with a tag, or of an author. */
export function readPosts(
  of: { tag: number | null; author: number | null },
  { list }: Pick<OwnPageReading, 'list'>,
): Promise<PostTeaser[]> {
  return list({ list: 'posts', ...of, limit });
}

/** The titles of a list of posts, up to the length that a search engine shows. */
export function joinTitles(posts: readonly PostTeaser[]): string {
  return posts
    .slice(0, 3)
    .map(({ title }) => title)
    .join(' · ');
}
