import { bookkeeping, optionalText, optionallyLocalized } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';
import { byteCount, fileContent, filename, storedFields, storedNames } from '../media-fields.ts';

export const vector = defineKind({
  kind: 'vector',
  table: 'vectors',
  label: 'filename',
  media: 'vector',
  exportBatchSize: 50,
  fields: {
    ...filename,
    localized: optionallyLocalized({ alt: optionalText({ label: 'Alternative text' }) }),
    ...storedFields,
    bytes: byteCount(),
    ...bookkeeping,
    ...fileContent,
  },
  besides: ['content'],
  derived: { search_text: 'Made by the database, for finding' },
  machineWritten: [...storedNames, 'bytes'],
});
