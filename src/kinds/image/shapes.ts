import { z } from 'zod';
import { mediaHash } from '#domain/media/media-path.ts';
import { localized } from '../reading/localized-row.ts';
import { makeRowId } from '../reading/row-id.ts';

export const imageRow = z.object({
  id: makeRowId('image'),
  hash: mediaHash,
  width: z.number(),
  height: z.number(),
  widths: z.array(z.number()),
  /** Whether each width exists as AVIF as well. */
  has_avif: z.boolean(),
  focus: z.tuple([z.int(), z.int()]).nullish(),
  is_decorative: z.boolean(),
  localized: localized({ alt: z.string() }),
});
export type ImageRow = z.infer<typeof imageRow>;

/** The rows of `read_records`, by shape name. */
export const shapes = { image: imageRow };
