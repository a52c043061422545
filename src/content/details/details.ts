import type { Result } from '#domain/result.ts';
import type { PagedKind } from '#kinds/places.ts';
import type { PageContent } from '../page-content.ts';
import type { Reading } from '../reading.ts';
import type { ShapeName } from '#kinds/shapes.ts';
import { readArticle } from './article.ts';
import { readEvent } from './event.ts';
import { readInventory } from './inventory.ts';
import { readPost } from './post.ts';
import { readAuthorPosts, readTagPosts } from './posts.ts';
import { readProduct } from './product.ts';
import { readStory } from './story.ts';

type Detail = {
  /** The records that the page shows, read at once. */
  records: readonly ShapeName[];
  read: (id: number, reading: Reading) => Promise<Result<PageContent>>;
};

/** How the page of each kind of record is read. */
export const details: Record<PagedKind, Detail> = {
  product: { records: ['product_detail', 'inventory'], read: readProduct },
  inventory: { records: ['inventory'], read: readInventory },
  article: { records: ['article_detail'], read: readArticle },
  event: { records: ['event_detail'], read: readEvent },
  post: { records: ['post_detail'], read: readPost },
  employee_story: { records: ['employee_story_detail'], read: readStory },
  tag: { records: ['tag'], read: readTagPosts },
  author: { records: ['author'], read: readAuthorPosts },
};
