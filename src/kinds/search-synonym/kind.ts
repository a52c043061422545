import { bookkeeping, locale, sites, texts } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';

/** Terms that are equivalent in searches of a site in a locale. */
export const searchSynonym = defineKind({
  kind: 'search_synonym',
  table: 'search_synonyms',
  label: 'id',
  namedBy: ['terms'],
  quotesNothing: true,
  fields: {
    sites: sites({ min: 1 }),
    locale: locale({ label: 'Language' }),
    terms: texts({
      label: 'Terms',
      help: 'Each of them finds all of them',
      itemLabel: 'term',
      max: 80,
      min: 2,
      minMessage: 'At least two terms mean the same',
    }),
    ...bookkeeping,
  },
  derived: { keys: 'Made by the database: the terms as they are compared' },
});
