import { z } from 'zod';
import { mediaPath } from '#domain/media-path.ts';
import { imageRow } from './image.ts';
import { localeSchema, localized } from './localized.ts';

export const documentRow = z.object({
  id: z.number(),
  localized: localized({ title: z.string() }),
  content_date: z.string(),
  type: z.string(),
  language: localeSchema,
  size: z.number().nullable(),
  storage_path: mediaPath.nullable(),
  filename: z.string().nullable(),
});
export type DocumentRow = z.infer<typeof documentRow>;

export const vectorRow = z.object({
  id: z.number(),
  storage_path: mediaPath.nullable(),
  localized: localized({ alt: z.string() }),
});
export const fileRow = z.object({
  id: z.number(),
  filename: z.string(),
  size: z.number(),
  storage_path: mediaPath.nullable(),
  localized: localized({ title: z.string() }),
});
export const videoRow = z.object({
  id: z.number(),
  video_url: z.string(),
  image: imageRow.nullable(),
  localized: localized({ title: z.string() }),
});
