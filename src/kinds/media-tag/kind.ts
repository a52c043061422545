import { mediaTagLength } from '#domain/media/media-library.ts';
import { text } from '#schema/fields.ts';
import { bookkeeping } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';
import { memberRows, members, readMembers } from '../media-members.ts';

/** A word by which editors find media. It is given in the library, without a draft: visitors do not see it. */
export const mediaTag = defineKind({
  kind: 'media_tag',
  table: 'media_tags',
  label: 'name',
  exportBatchSize: 50,
  quotesNothing: true,
  fields: {
    name: text({ label: 'Name', required: true, max: mediaTagLength }),
    media: members(),
    ...bookkeeping,
  },
  besides: ['media'],
  unique: ['name'],
  rows: (record) => memberRows('tagged_media', 'tag_id', record.id, record.media),
  parts: {
    tables: [{ table: 'tagged_media', owner: 'tag_id' }],
    read: (_, rows) => ({ media: readMembers(rows('tagged_media')) }),
  },
});
