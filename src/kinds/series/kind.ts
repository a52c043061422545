import { productStatusLabels } from '#domain/vocabulary.ts';
import { reference, text } from '#schema/fields.ts';
import { bookkeeping, choice, localized, optionalRichText, slug } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';

export const series = defineKind({
  kind: 'series',
  table: 'series',
  label: 'name',
  fields: {
    name: text({ label: 'Name', required: true }),
    slug: slug({ label: 'Slug' }),
    display_name: text({ label: 'Name shown', required: true }),
    status: choice({ label: 'Status', options: productStatusLabels }),
    image: reference('image', { label: 'Picture' }),
    category: reference('category', { label: 'Category' }),
    localized: localized({
      summary: text({ label: 'Summary', required: true }),
      description: optionalRichText({ label: 'Description' }),
    }),
    ...bookkeeping,
  },
  unique: ['slug'],
});
