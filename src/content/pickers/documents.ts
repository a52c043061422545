import { z } from 'zod';
import { localeSchema } from '#kinds/reading/localized-row.ts';
import { makeFinder } from './finder.ts';
import { contentTypeDisplay } from './pictures.ts';

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

export const documents = makeFinder('document', document, (client, ids) =>
  client.from('documents').select('id, name, content_date, document_type, language, content_type, size').in('id', ids),
);
