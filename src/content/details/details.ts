import type { Result } from '#domain/result.ts';
import type { RowKind } from '#domain/row-kinds.ts';
import type { PageContent } from '../page-content.ts';
import type { Reading } from '../reading.ts';
import type { RecordKind } from '../records/raw.ts';
import { readArticle } from './article.ts';
import { readEvent } from './event.ts';
import { readPost } from './post.ts';
import { readAuthorPosts, readTagPosts } from './posts.ts';
import { readProduct } from './product.ts';
import { readStory } from './story.ts';

type Detail = {
  /** The record that the page shows in full. */
  record: RecordKind;
  read: (id: number, reading: Reading) => Promise<Result<PageContent>>;
};

/** How the page of each kind of record is read. */
export const details: Record<RowKind, Detail> = {
  product: { record: 'product_detail', read: readProduct },
  article: { record: 'article_detail', read: readArticle },
  event: { record: 'event_detail', read: readEvent },
  post: { record: 'post_detail', read: readPost },
  employee_story: { record: 'employee_story_detail', read: readStory },
  tag: { record: 'tag', read: readTagPosts },
  author: { record: 'author', read: readAuthorPosts },
};
