import { z } from 'zod';
import { mediaPath } from '#domain/media/media-path.ts';
import { mediaUrl } from '../image/resolve.ts';
import { definePicked } from '../reading/picked.ts';
import { contentTypeDisplay } from '../reading/pictures.ts';

const vector = z
  .object({
    id: z.number(),
    filename: z.string(),
    content_type: z.string(),
    storage_path: mediaPath,
    created_at: z.string(),
  })
  .transform(({ content_type, storage_path, created_at, ...row }) => ({
    ...row,
    url: mediaUrl(storage_path),
    thumbnail: mediaUrl(storage_path),
    contentTypeDisplay: contentTypeDisplay(content_type),
    created: created_at,
  }));

export const picked = definePicked({ columns: 'id, filename, content_type, storage_path, created_at', row: vector });
