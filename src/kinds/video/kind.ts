import { z } from 'zod';
import { reference, text } from '#schema/fields.ts';
import { bookkeeping, hidden, localized, videoAddress } from '#schema/record-fields.ts';
import { defineKind } from '../contract.ts';
import { filename } from '../media-fields.ts';

export const video = defineKind({
  kind: 'video',
  table: 'videos',
  label: 'filename',
  fields: {
    ...filename,
    video_url: videoAddress({ label: 'YouTube address' }),
    image: reference('image', { label: 'Preview picture' }),
    size: hidden(z.int().positive().nullable().default(null), 'Size in bytes'),
    localized: localized({ title: text({ label: 'Title', required: true }) }),
    ...bookkeeping,
  },
});
