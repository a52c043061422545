import { z } from 'zod';
import { definePicked } from '../reading/picked.ts';
import { englishTexts, pictured, getThumbnail } from '../reading/pictures.ts';

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
    thumbnail: getThumbnail(images),
    created: created_at,
  }));

export const picked = definePicked({
  columns: 'id, filename, video_url, size, localized, created_at, images(hash, widths)',
  row: video,
});
