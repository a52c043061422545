import { z } from 'zod';
import { locales } from '#domain/locales.ts';
import { uploadKinds } from '#domain/media/upload-kinds.ts';
import { addMedium } from '#content/media/add-medium.ts';
import { imageQueue } from '#content/media/jobs/image-queue.ts';
import { document } from '#kinds/document/kind.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';
import { mediaStorage } from './media-storage.ts';

const { document_type: documentType } = document.schema.shape;

/**
 * Stores a file as a person has it, and makes a record of it: a picture in any usual format, a drawing, a file to download, a
 * document. A form with the `file` and the `kind` of the record; a document has its `documentType` and `language` as well. With a `folder` of the library it is in that. Where
 * there is a record of the same content, that one is the answer.
 */
export const uploadMedium = defineAction({
  accept: 'form',
  input: z.object({
    file: z.instanceof(File, { error: 'Choose a file' }),
    kind: z.enum(uploadKinds, 'No files of this kind are uploaded'),
    documentType: documentType.default('datasheet'),
    language: z.enum(locales).default('en'),
    folder: z.int().positive().max(Number.MAX_SAFE_INTEGER).nullable().default(null),
  }),
  handler: ({ file, ...rest }, context) =>
    asStaff(context, async ({ actor, runtime }) => {
      const bytes = new Uint8Array(await file.arrayBuffer());
      return addMedium(actor, mediaStorage({ runtime }), imageQueue, { ...rest, filename: file.name, bytes });
    }),
});
