import { text } from '#schema/fields.ts';
import { bookkeeping, localized } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';

export const storyGroup = defineKind({
  kind: 'story_group',
  table: 'story_groups',
  label: 'localized->en->>name',
  fields: {
    localized: localized({ name: text({ label: 'Name', required: true }) }),
    ...bookkeeping,
  },
});
