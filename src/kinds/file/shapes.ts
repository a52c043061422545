import { z } from 'zod';
import { mediaPath } from '#domain/media-path.ts';
import { localized } from '../reading/localized-row.ts';

export const fileRow = z.object({
  id: z.number(),
  filename: z.string(),
  size: z.number(),
  storage_path: mediaPath.nullable(),
  localized: localized({ title: z.string() }),
});

/** What `read_records` answers with, by the name of the shape. */
export const shapes = { file: fileRow };
