import { z } from 'zod';
import { exactMoment } from '#domain/values/moment.ts';
import { richTextSchema } from '#schema/rich-text.ts';
import { authorRow } from '../author/shapes.ts';
import { imageRow } from '../image/shapes.ts';
import { localized } from '../reading/localized-row.ts';
import { placed } from '../reading/placed-row.ts';
import { tagRow } from '../tag/shapes.ts';
import { makeRowId } from '../reading/row-id.ts';

const post = {
  id: makeRowId('post'),
  ...placed,
  publish_from: exactMoment(),
  texts: localized({ title: z.string(), lead: z.string() }),
  author: authorRow,
  tags: z.array(tagRow),
  image: imageRow.nullable(),
};
const postRow = z.object(post);
export type PostRow = z.infer<typeof postRow>;

const postDetailRow = z.object({
  ...post,
  updated_at: exactMoment(),
  localized: localized({ body: richTextSchema }),
});
export type PostDetailRow = z.infer<typeof postDetailRow>;

/** The rows of `read_records`, by shape name. */
export const shapes = { post_detail: postDetailRow };

/** What the database answers to lists: rows, with the moment from which the answer is another one. */
export const answers = {
  posts: z.object({ items: z.array(postRow), next_change_at: z.string().nullable() }),
};
