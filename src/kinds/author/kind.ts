import { reference, text } from '#schema/fields.ts';
import { bookkeeping, optionalText, optionallyLocalized, orElse, sites, slug } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';

export const author = defineKind({
  kind: 'author',
  table: 'authors',
  label: 'name',
  fields: {
    slug: slug({ label: 'Slug', help: 'The last part of the address' }),
    name: text({ label: 'Name', required: true }),
    image: reference('image', { label: 'Picture' }),
    sites: orElse(sites(), ['main']),
    localized: optionallyLocalized({
      position: optionalText({ label: 'Position' }),
      bio: optionalText({ label: 'About the author', long: true }),
    }),
    ...bookkeeping,
  },
  unique: ['slug'],
});
