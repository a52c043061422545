import { z } from 'zod';
import { imageRow } from '../image/shapes.ts';
import { localized } from '../reading/localized-row.ts';

export const videoRow = z.object({
  id: z.number(),
  video_url: z.string(),
  image: imageRow.nullable(),
  localized: localized({ title: z.string() }),
});

/** The rows of `read_records`, by shape name. */
export const shapes = { video: videoRow };
