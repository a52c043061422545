import { z } from 'zod';
import { mediaPath } from '#domain/media/media-path.ts';
import { localized } from '../reading/localized-row.ts';
import { makeRowId } from '../reading/row-id.ts';

const vectorRow = z.object({
  id: makeRowId('vector'),
  storage_path: mediaPath.nullable(),
  localized: localized({ alt: z.string() }),
});

/** The rows of `read_records`, by shape name. */
export const shapes = { vector: vectorRow };
