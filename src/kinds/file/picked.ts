import { z } from 'zod';
import { definePicked } from '../reading/picked.ts';
import { contentTypeDisplay } from '../reading/pictures.ts';

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

export const picked = definePicked({ columns: 'id, filename, content_type, size, created_at', row: file });
