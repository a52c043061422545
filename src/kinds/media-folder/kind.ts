import { folderNameLength } from '#domain/media/media-library.ts';
import { reference, text } from '#schema/fields.ts';
import { bookkeeping } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';
import { memberRows, members, readMembers } from '../media-members.ts';

/** A folder of the library of media. It is changed in the library, without a draft: visitors do not see it. */
export const mediaFolder = defineKind({
  kind: 'media_folder',
  table: 'media_folders',
  label: 'name',
  exportBatchSize: 50,
  quotesNothing: true,
  fields: {
    name: text({ label: 'Name', required: true, max: folderNameLength }),
    parent: reference('media_folder', { label: 'Above it' }),
    media: members(),
    ...bookkeeping,
  },
  besides: ['media'],
  check: (record, issue) => {
    if (record.parent === record.id) issue(['parent'], 'A folder is not in itself');
  },
  uniques: (record) => [`name ${record.name} in the folder ${record.parent ?? 'of all'}`],
  rows: (record) => memberRows('filed_media', 'folder_id', record.id, record.media),
  parts: {
    tables: [{ table: 'filed_media', owner: 'folder_id' }],
    read: (_, rows) => ({ media: readMembers(rows('filed_media')) }),
  },
});
