import { z } from 'zod';
import { makeFinder } from './finder.ts';
import { englishTexts, pictured, thumbnailOf } from './pictures.ts';

const video = z
  .object({
    id: z.number(),
    filename: z.string(),
    video_url: z.string(),
    size: z.number().nullable(),
    localized: englishTexts({ title: z.string() }),
    created_at: z.string(),
    images: pictured,
  })
  .transform(({ video_url, localized, created_at, images, ...row }) => ({
    ...row,
    title: localized.en?.title ?? row.filename,
    videoUrl: video_url,
    thumbnail: thumbnailOf(images),
    created: created_at,
  }));

export const videos = makeFinder('video', video, (client, ids) =>
  client
    .from('videos')
    .select('id, filename, video_url, size, localized, created_at, images(hash, widths)')
    .in('id', ids),
);
