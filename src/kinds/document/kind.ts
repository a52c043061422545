import { text } from '#schema/fields.ts';
import { bookkeeping, choice, day, locale, localized, orNull } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';
import { byteCount, fileContent, fileName, storedFields, storedNames } from '../media-fields.ts';

export const document = defineKind({
  kind: 'document',
  table: 'documents',
  label: 'name',
  media: 'file',
  exportBatchSize: 5,
  fields: {
    name: text({ label: 'Name', required: true, help: 'Under which editors find it' }),
    filename: orNull(fileName()),
    content_date: day({ label: 'Date', help: 'Of the edition' }),
    document_type: choice({
      label: 'Type',
      options: {
        datasheet: 'Datasheet',
        application_note: 'Application note',
        manual: 'Manual',
        certificate: 'Certificate',
        drawing: 'Drawing',
        software: 'Software',
        brochure: 'Brochure',
        report: 'Report',
      },
    }),
    language: locale({ label: 'Language', help: 'In which it is written' }),
    localized: localized({ title: text({ label: 'Title', required: true }) }),
    ...storedFields,
    size: byteCount(),
    ...bookkeeping,
    ...fileContent,
  },
  besides: ['content'],
  derived: { search_text: 'Made by the database, for finding' },
  machineWritten: [...storedNames, 'size'],
});
