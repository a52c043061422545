import { z } from 'zod';
import { mediaHash } from '#domain/media/media-path.ts';
import { definePicked } from '../reading/picked.ts';
import { englishTexts, getLargest, getThumbnail } from '../reading/pictures.ts';

const image = z
  .object({
    id: z.number(),
    filename: z.string(),
    display: z.string(),
    hash: mediaHash,
    width: z.number(),
    height: z.number(),
    widths: z.array(z.number()),
    is_decorative: z.boolean(),
    localized: englishTexts({ alt: z.string() }),
    created_at: z.string(),
  })
  .transform(({ hash, widths, is_decorative, localized, created_at, ...row }) => ({
    ...row,
    url: getLargest({ hash, widths }),
    thumbnail: getThumbnail({ hash, widths }),
    alt: is_decorative ? '' : (localized.en?.alt ?? ''),
    decorative: is_decorative,
    created: created_at,
  }));

export const picked = definePicked({
  columns: 'id, filename, display, hash, width, height, widths, is_decorative, localized, created_at',
  row: image,
  drafted: ['display', 'is_decorative', 'localized'],
});
