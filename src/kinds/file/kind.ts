import { bookkeeping, optionalText, optionallyLocalized } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';
import { byteCount, fileContent, filename, storedFields, storedNames } from '../media-fields.ts';

export const file = defineKind({
  kind: 'file',
  table: 'files',
  label: 'filename',
  media: 'file',
  exportBatchSize: 5,
  fields: {
    ...filename,
    localized: optionallyLocalized({ title: optionalText({ label: 'Title' }) }),
    ...storedFields,
    size: byteCount(),
    ...bookkeeping,
    ...fileContent,
  },
  besides: ['content'],
  derived: { search_text: 'Made by the database, for finding' },
  machineWritten: [...storedNames, 'size'],
});
