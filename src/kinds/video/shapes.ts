import { z } from 'zod';
import { imageRow } from '../image/shapes.ts';
import { localized } from '../reading/localized-row.ts';
import { makeRowId } from '../reading/row-id.ts';

const videoRow = z.object({
  id: makeRowId('video'),
  video_url: z.string(),
  image: imageRow.nullable(),
  localized: localized({ title: z.string() }),
});

/** The rows of `read_records`, by shape name. */
export const shapes = { video: videoRow };
