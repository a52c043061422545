import { z } from 'zod';
import { richTextSchema } from '#schema/rich-text.ts';
import { imageRow } from './image.ts';
import { localized } from './localized.ts';
import { placed } from './placed.ts';

export const tagRow = z.object({ id: z.number(), ...placed, localized: localized({ name: z.string() }) });
export type TagRow = z.infer<typeof tagRow>;

export const authorRow = z.object({
  id: z.number(),
  ...placed,
  name: z.string(),
  localized: localized({ position: z.string().nullish(), bio: z.string().nullish() }),
  image: imageRow.nullable(),
});
export type AuthorRow = z.infer<typeof authorRow>;

const post = {
  id: z.number(),
  ...placed,
  publish_from: z.string(),
  texts: localized({ title: z.string(), lead: z.string() }),
  author: authorRow,
  tags: z.array(tagRow),
  image: imageRow.nullable(),
};
export const postRow = z.object(post);
export type PostRow = z.infer<typeof postRow>;

export const postDetailRow = z.object({
  ...post,
  updated_at: z.string(),
  localized: localized({ body: richTextSchema }),
});
export type PostDetailRow = z.infer<typeof postDetailRow>;
