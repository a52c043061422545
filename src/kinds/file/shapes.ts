import { z } from 'zod';
import { mediaPath } from '#domain/media/media-path.ts';
import { localized } from '../reading/localized-row.ts';
import { makeRowId } from '../reading/row-id.ts';

const fileRow = z.object({
  id: makeRowId('file'),
  filename: z.string(),
  size: z.number(),
  storage_path: mediaPath.nullable(),
  localized: localized({ title: z.string() }),
});

/** The rows of `read_records`, by shape name. */
export const shapes = { file: fileRow };
