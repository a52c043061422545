import { z } from 'zod';
import { mediaHash } from '#domain/media/media-path.ts';
import { uploadKinds } from '#domain/media/upload-kinds.ts';
import { rowVersion } from '#domain/values/row-version.ts';
import { checkDrawing as check } from '#content/media/check-drawing.ts';
import { imageQueue } from '#content/media/jobs/image-queue.ts';
import { findMediumFiles } from '#content/media/medium-files.ts';
import { draftEarlierFile as draftEarlier, draftFile, dropFile } from '#content/media/draft-file.ts';
import { asEditorOf, asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';
import { mediaStorage } from './media-storage.ts';

const kind = z.enum(uploadKinds, 'Records of this kind have no file');
const id = z.int().positive().max(Number.MAX_SAFE_INTEGER);
const medium = z.object({ kind, id });
/** Of the file that the person saw; without one for a document that has no file yet. */
const hash = mediaHash.nullable().default(null);

/** The file of a medium, that of its draft, and those that it had before. */
export const findMediumFile = defineAction({
  input: medium,
  handler: (input, context) => asStaff(context, ({ session }) => findMediumFiles(session.client, input.kind, input.id)),
});

/** What would be stored of a drawing, and what would be taken out. A form with the `file`. Changes nothing. */
export const checkDrawing = defineAction({
  accept: 'form',
  input: z.object({ file: z.instanceof(File, { error: 'Choose a file' }) }),
  handler: ({ file }, context) =>
    asStaff(context, async () =>
      check(imageQueue, { filename: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }),
    ),
});

/**
 * Gives the draft of a medium another file. A form with the `file`, the `kind` and `id` of the record, and the `hash` of the file that the
 * caller has seen, of the draft where that has one. Nothing is live.
 */
export const draftMediumFile = defineAction({
  accept: 'form',
  input: medium.extend({ file: z.instanceof(File, { error: 'Choose a file' }), hash }),
  handler: ({ file, ...named }, context) =>
    asEditorOf(context, [named.kind], async (staff) => {
      const bytes = new Uint8Array(await file.arrayBuffer());
      return draftFile(staff.actor, mediaStorage(staff), imageQueue, named, { filename: file.name, bytes });
    }),
});

/** Gives the draft of a medium a file again that the medium had before. */
export const draftEarlierFile = defineAction({
  input: medium.extend({ hash, number: rowVersion }),
  handler: ({ number, ...named }, context) =>
    asEditorOf(context, [named.kind], (staff) => draftEarlier(staff.actor, mediaStorage(staff), named, number)),
});

/** Takes the file out of the draft of a medium, and with it the draft, where that has nothing else. */
export const dropDraftFile = defineAction({
  input: medium.extend({ hash }),
  handler: (named, context) => asEditorOf(context, [named.kind], ({ actor }) => dropFile(actor, named)),
});
