import type { z } from 'zod';
import { articleDetailRow, articleRow } from './article.ts';
import { catalogPartRow } from './catalog.ts';
import { categoryRow } from './category.ts';
import { eventDetailRow } from './event.ts';
import { documentRow, fileRow, vectorRow, videoRow } from './file.ts';
import { formRow } from './form.ts';
import { imageRow } from './image.ts';
import { inventoryRow } from './inventory.ts';
import { linkRow } from './link.ts';
import { locationRow } from './location.ts';
import { pageReferenceRow } from './page.ts';
import { cvRow } from './person.ts';
import { authorRow, postDetailRow, tagRow } from './post.ts';
import { productDetailRow, productRow } from './product.ts';
import { seriesRow } from './series.ts';
import { employeeStoryDetailRow, employeeStoryRow, namedRow } from './story.ts';
import { webinarRow } from './webinar.ts';

/** Rows as the database's read functions answer with them. Everything that comes from there passes through the schemas of this folder. */

/** The row of each kind of record that `read_records` answers with. */
export const recordRows = {
  image: imageRow,
  link: linkRow,
  product: productRow,
  product_detail: productDetailRow,
  article: articleRow,
  article_detail: articleDetailRow,
  document: documentRow,
  page: pageReferenceRow,
  series: seriesRow,
  category: categoryRow,
  vector: vectorRow,
  file: fileRow,
  video: videoRow,
  webinar: webinarRow,
  cv: cvRow,
  location: locationRow,
  employee_story: employeeStoryRow,
  event_detail: eventDetailRow,
  post_detail: postDetailRow,
  employee_story_detail: employeeStoryDetailRow,
  tag: tagRow,
  author: authorRow,
  story_group: namedRow,
  story_category: namedRow,
  form: formRow,
  catalog_part: catalogPartRow,
  inventory: inventoryRow,
} as const;
export type RecordKind = keyof typeof recordRows;
export type RecordRow<K extends RecordKind> = z.output<(typeof recordRows)[K]>;
