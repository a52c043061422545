import { z } from 'zod';
import { isFileName, mediaPath } from '#domain/media/media-path.ts';
import { text, textMeta, withMeta } from '#schema/fields.ts';
import { hidden } from '#schema/record-fields.ts';

const nameOptions = { label: 'File name', required: true, max: 100 } as const;
const nameMessage = 'A file name has no slashes and no control characters';

/** The name of a file as it was uploaded, without folders. */
export const fileName = () =>
  withMeta(text(nameOptions).refine(isFileName, { error: nameMessage }), textMeta('text', nameOptions));

export const filename = { filename: fileName() };

/** Columns that an import computes from the file. A record without `content` names a file that is already in Storage. */
export const storedFields = {
  hash: hidden(
    z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/)
      .optional(),
    'Hash of the file',
  ),
  content_type: hidden(
    z
      .string()
      .regex(/^[^/\s]+\/[^/\s]+$/)
      .optional(),
    'Media type',
  ),
  storage_path: hidden(mediaPath.optional(), 'Path in Storage'),
};
export const storedNames = ['hash', 'content_type', 'storage_path'] as const;

export const byteCount = () => hidden(z.int().positive().optional(), 'Size in bytes');

/** The uploaded file of a media record in base64, from which the stored variants are made again. */
export const fileContent = {
  content: withMeta(z.base64('This is not base64').optional(), { label: 'File', widget: 'file' }),
};
