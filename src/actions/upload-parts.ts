import { z } from 'zod';
import { locales } from '#domain/locales.ts';
import { mediaHash } from '#domain/media/media-path.ts';
import { partedFile } from '#domain/media/parted-file.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { uploadKinds } from '#domain/media/upload-kinds.ts';
import { type PartedFile, countParts, partSize } from '#domain/media/upload-parts.ts';
import { addMedium } from '#content/media/add-medium.ts';
import { findSameFile } from '#content/media/find-same-file.ts';
import { imageQueue } from '#content/media/jobs/image-queue.ts';
import { draftFile } from '#content/media/draft-file.ts';
import { UploadParts } from '#content/media/upload-parts.ts';
import { document } from '#kinds/document/kind.ts';
import { type StaffContext, asEditorOf, asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';
import { mediaStorage } from './media-storage.ts';

const kind = z.enum(uploadKinds, 'No files of this kind are uploaded');
const filename = z.string().min(1).max(500);
const { document_type: documentType } = document.schema.shape;

const openParts = ({ runtime, actor }: StaffContext) => new UploadParts(runtime.serviceClient, actor.userId);

/**
 * Begins to send a file in parts, or goes on with it: answers the parts that are there, and the record that has the same file
 * already, where that can be told before it is sent.
 */
export const beginUpload = defineAction({
  input: partedFile.extend({ kind }),
  handler: ({ kind: of, ...file }, context) =>
    asStaff(context, async (staff) => {
      const parts = openParts(staff);
      const same = await findSameFile(staff.session.client, of, file.hash);
      await parts.begin(file, Date.now());
      return ok({ medium: same?.medium ?? null, partSize, sent: await parts.sent(file) });
    }),
});

/** Takes a part of a file. A form with the `hash` and `size` of the file, the number of the `part` from 0, and its `bytes`. */
export const sendPart = defineAction({
  accept: 'form',
  input: partedFile.extend({
    part: z.int().min(0).max(1000),
    bytes: z.instanceof(File, { error: 'A part has bytes' }),
  }),
  handler: ({ part, bytes, ...file }, context) =>
    asStaff(context, async (staff) => {
      const taken = await openParts(staff).take(file, part, new Uint8Array(await bytes.arrayBuffer()));
      return taken.ok ? ok({ parts: countParts(file.size) }) : taken;
    }),
});

/** Makes a record of a file whose parts are all there, as `uploadMedium` does of one that is sent at once. */
export const finishUpload = defineAction({
  input: partedFile.extend({
    filename,
    kind,
    documentType: z.string().pipe(documentType).default('datasheet'),
    language: z.string().pipe(z.enum(locales)).default('en'),
    folder: z.int().positive().max(Number.MAX_SAFE_INTEGER).nullable().default(null),
  }),
  handler: ({ hash, size, ...rest }, context) =>
    asStaff(context, (staff) =>
      finishing(staff, { hash, size }, (bytes) =>
        addMedium(staff.actor, mediaStorage(staff), imageQueue, { ...rest, bytes }),
      ),
    ),
});

/** Gives the draft of a medium a file whose parts are all there, as `draftMediumFile` does with one that is sent at once. */
export const finishDraftFile = defineAction({
  input: partedFile.extend({
    filename,
    kind,
    id: z.int().positive().max(Number.MAX_SAFE_INTEGER),
    /** Of the file that the person saw. */
    replaced: mediaHash.nullable().default(null),
  }),
  handler: ({ hash, size, filename: name, kind: of, id, replaced }, context) =>
    asEditorOf(context, [of], (staff) =>
      finishing(staff, { hash, size }, (bytes) => {
        const medium = { kind: of, id, hash: replaced };
        return draftFile(staff.actor, mediaStorage(staff), imageQueue, medium, { filename: name, bytes });
      }),
    ),
});

/** Each of them holds a whole file in memory. */
const maxConcurrent = 3;
let running = 0;

async function finishing<T>(
  staff: StaffContext,
  file: PartedFile,
  work: (bytes: Uint8Array) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (running >= maxConcurrent) {
    return fail('rate-limited', 'Several large files are being stored. Try again in a moment: this one has arrived.');
  }
  running += 1;
  try {
    const parts = openParts(staff);
    const bytes = await parts.join(file);
    if (!bytes.ok) return bytes;
    const done = await work(bytes.value);
    // What is not taken will not be taken the next time; after any other failure the parts are still there.
    if (done.ok || done.failure.code === 'invalid') await parts.forget(file);
    return done;
  } finally {
    running -= 1;
  }
}
