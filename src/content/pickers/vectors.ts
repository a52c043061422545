import { z } from 'zod';
import { mediaPath } from '#domain/media-path.ts';
import { mediaUrl } from '#kinds/image/resolve.ts';
import { makeFinder } from './finder.ts';
import { contentTypeDisplay } from './pictures.ts';

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

export const vectors = makeFinder('vector', vector, (client, ids) =>
  client.from('vectors').select('id, filename, content_type, storage_path, created_at').in('id', ids),
);
