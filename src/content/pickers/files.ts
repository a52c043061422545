import { z } from 'zod';
import { makeFinder } from './finder.ts';
import { contentTypeDisplay } from './pictures.ts';

const file = z
  .object({
    id: z.number(),
    filename: z.string(),
    content_type: z.string(),
    size: z.number(),
    created_at: z.string(),
  })
  .transform(({ content_type, created_at, ...row }) => ({
    ...row,
    contentTypeDisplay: contentTypeDisplay(content_type),
    created: created_at,
  }));

export const files = makeFinder('file', file, (client, ids) =>
  client.from('files').select('id, filename, content_type, size, created_at').in('id', ids),
);
