import { z } from 'zod';
import { type JsonObject, hidden, localeSchema, time, userId } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';

/** A row of the history. It outlives the page that it is about. */
export const draftSave = defineKind({
  kind: 'draft_save',
  table: 'draft_saves',
  label: 'id',
  fields: {
    page_id: hidden(z.int().positive(), 'Page'),
    module_id: hidden(z.int().positive().nullable().default(null), 'Module'),
    locale: hidden(localeSchema.nullable().default(null), 'Language'),
    action: hidden(z.enum(['add', 'edit', 'remove', 'arrange', 'describe', 'discard', 'import']), 'Action'),
    content: hidden(
      z.custom<JsonObject | JsonObject[]>((value) => typeof value === 'object' && value !== null),
      'What was saved',
    ),
    version: hidden(z.int(), 'Version'),
    saved_by: userId('Saved by'),
    saved_at: time({ label: 'Saved' }),
  },
  machineWritten: ['page_id', 'module_id', 'locale', 'action', 'content', 'version', 'saved_by', 'saved_at'],
});
