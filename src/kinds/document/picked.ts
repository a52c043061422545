import { z } from 'zod';
import { localeSchema } from '../reading/localized-row.ts';
import { definePicked } from '../reading/picked.ts';
import { contentTypeDisplay } from '../reading/pictures.ts';

const document = z
  .object({
    id: z.number(),
    name: z.string(),
    content_date: z.string(),
    document_type: z.string(),
    language: localeSchema,
    content_type: z.string().nullable(),
    size: z.number().nullable(),
  })
  .transform(({ content_date, content_type, document_type, ...row }) => ({
    ...row,
    documentType: document_type,
    contentDate: content_date,
    /** Null while a document is announced and its file is not there. */
    contentTypeDisplay: content_type === null ? null : contentTypeDisplay(content_type),
  }));

export const picked = definePicked({
  columns: 'id, name, content_date, document_type, language, content_type, size',
  row: document,
});
