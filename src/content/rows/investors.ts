import { z } from 'zod';
import { publicationCategories } from '#domain/vocabulary.ts';
import { documentRow } from './file.ts';
import { localized } from './localized.ts';

export const quoteRow = z.object({
  day: z.string(),
  open: z.number().nullable(),
  high: z.number().nullable(),
  low: z.number().nullable(),
  close: z.number(),
  volume: z.number().nullable(),
});
export const publicationRow = z.object({
  id: z.number(),
  category: z.enum(publicationCategories),
  published_at: z.string(),
  url: z.string().nullable(),
  localized: localized({ title: z.string() }),
  document: documentRow.nullable(),
});
export type PublicationRow = z.infer<typeof publicationRow>;
