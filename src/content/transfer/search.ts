import { z } from 'zod';
import { locales } from '#domain/locales.ts';
import { bookkeeping, id, sites, text } from './fields.ts';
import { defineKind } from './kind.ts';

/** Terms that mean the same to whoever searches a site in a locale. */
export const searchSynonym = defineKind({
  kind: 'search_synonym',
  table: 'search_synonyms',
  schema: z.strictObject({
    kind: z.literal('search_synonym'),
    id: id(),
    sites: sites().min(1, 'This field is required'),
    locale: z.enum(locales),
    terms: z.array(text(80)).min(2, 'At least two terms mean the same'),
    ...bookkeeping,
  }),
});
