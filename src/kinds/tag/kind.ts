import { text } from '#schema/fields.ts';
import { bookkeeping, localized, orElse, sites, slug } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';

export const tag = defineKind({
  kind: 'tag',
  table: 'tags',
  label: 'slug',
  fields: {
    slug: slug({ label: 'Slug', help: 'The last part of its address' }),
    sites: orElse(sites(), ['main']),
    localized: localized({ name: text({ label: 'Name', required: true }) }),
    ...bookkeeping,
  },
  unique: ['slug'],
});
