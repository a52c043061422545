import { z } from 'zod';
import { defineModule } from '#schema/contract.ts';
import { headingField, layoutFields, list } from '#schema/fields.ts';
import { documentItem, fileItem } from '#schema/item-shapes.ts';

export const description = 'files and documents under names of their own';

export const softwareDownloads = defineModule({
  type: 'SOFTWARE_DOWNLOADS',
  displayName: 'Downloads',
  group: 'Downloads and investors',
  also: ['files', 'software', 'PDF'],
  version: 1,
  schema: z.object({
    ...layoutFields,
    ...headingField,
    files: list(fileItem, { label: 'Files', itemLabel: 'file' }),
    documents: list(documentItem, { label: 'Documents', itemLabel: 'document' }),
  }),
  defaults: {},
  placeholders: { heading: { title: 'Downloads' } },
  waitsFor: ({ files, documents }) => (files.length + documents.length === 0 ? 'Add files or documents.' : null),
});
