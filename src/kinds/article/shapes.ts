import { z } from 'zod';
import { exactMoment } from '#domain/values/moment.ts';
import { richTextSchema } from '#schema/rich-text.ts';
import { documentRow } from '../document/shapes.ts';
import { imageRow } from '../image/shapes.ts';
import { localized } from '../reading/localized-row.ts';
import { placed } from '../reading/placed-row.ts';
import { makeRowId } from '../reading/row-id.ts';

const article = {
  id: makeRowId('article'),
  ...placed,
  news_category: z.enum(['newsroom', 'career']),
  newsroom_type: z.enum(['news', 'press_release', 'ad_hoc']).nullable(),
  career_type: z.enum(['career_news', 'apprentice_news']).nullable(),
  publish_from: exactMoment(),
  texts: localized({ title: z.string(), lead: z.string() }),
  image: imageRow.nullable(),
};
const articleRow = z.object(article);
export type ArticleRow = z.infer<typeof articleRow>;

const articleDetailRow = z.object({
  ...article,
  updated_at: exactMoment(),
  localized: localized({ title: z.string(), lead: z.string(), body: richTextSchema }),
  documents: z.array(documentRow),
});
export type ArticleDetailRow = z.infer<typeof articleDetailRow>;

/** The rows of `read_records`, by shape name. */
export const shapes = { article: articleRow, article_detail: articleDetailRow };

/** What the database answers to lists: rows, with the moment from which the answer is another one. */
export const answers = {
  articles: z.object({ items: z.array(articleRow), next_change_at: z.string().nullable() }),
};
