import { reference, text } from '#schema/fields.ts';
import { bookkeeping, localized, orElse, sites, slug } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';

export const application = defineKind({
  kind: 'application',
  table: 'applications',
  label: 'slug',
  fields: {
    slug: slug({ label: 'Slug' }),
    image: reference('image', { label: 'Picture' }),
    sites: orElse(sites(), ['main']),
    localized: localized({
      title: text({ label: 'Title', required: true }),
      summary: text({ label: 'Summary', required: true }),
    }),
    ...bookkeeping,
  },
  unique: ['slug'],
});
