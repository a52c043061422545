import { readCopied } from '#domain/pages/copied-modules.ts';
import { longText, text } from '#schema/fields.ts';
import { bookkeeping, hidden, jsonObject, userId } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';

const content = jsonObject().refine((value) => readCopied(JSON.stringify(value)) !== null, {
  error: 'These are no modules as a section holds them',
});

/**
 * Modules that editors have saved under a name, to be inserted as copies. It names records by number and is checked when it is
 * inserted: what it names may be gone by then.
 */
export const savedSection = defineKind({
  kind: 'saved_section',
  table: 'saved_sections',
  label: 'name',
  exportBatchSize: 20,
  quotesNothing: true,
  fields: {
    name: text({ label: 'Name', required: true, max: 120 }).refine((name) => name === name.trim(), {
      error: 'A name has no blanks around it',
    }),
    note: longText({ label: 'Note', max: 500 }),
    content: hidden(content, 'Modules'),
    saved_by: userId('Saved by'),
    ...bookkeeping,
  },
  unique: ['name'],
});
