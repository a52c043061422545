import { text } from '#schema/fields.ts';
import { bookkeeping, localized } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';

export const storyCategory = defineKind({
  kind: 'story_category',
  table: 'story_categories',
  label: 'localized->en->>name',
  fields: {
    localized: localized({ name: text({ label: 'Name', required: true }) }),
    ...bookkeeping,
  },
});
