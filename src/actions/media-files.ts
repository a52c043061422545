import { z } from 'zod';
import { mediaHash } from '#domain/media/media-path.ts';
import { ok } from '#domain/result.ts';
import { uploadKinds } from '#domain/media/upload-kinds.ts';
import { rowVersion } from '#domain/values/row-version.ts';
import { checkDrawing as check } from '#content/media/check-drawing.ts';
import { imageQueue } from '#content/media/jobs/image-queue.ts';
import { findMediumFiles } from '#content/media/medium-files.ts';
import { replaceMedium as replace, restoreMedium as restore } from '#content/media/replace-medium.ts';
import { readPaused } from '#content/publishing/paused-sites.ts';
import { describePlan } from '#server/editor/publishing/receipts.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';
import { mediaStorage } from './media-storage.ts';
import { planFile, replacing } from './replacing.ts';

const kind = z.enum(uploadKinds, 'Records of this kind have no file');
const id = z.int().positive().max(Number.MAX_SAFE_INTEGER);
const medium = z.object({ kind, id });
/** Of the file that the person saw; without one for a document that has no file yet. */
const hash = mediaHash.nullable().default(null);

/** The file of a medium, and those that it had before. */
export const findMediumFile = defineAction({
  input: medium,
  handler: (input, context) => asStaff(context, ({ session }) => findMediumFiles(session.client, input.kind, input.id)),
});

/** What another file for a medium would change. Changes nothing. */
export const planReplacement = defineAction({
  input: medium,
  handler: (input, context) =>
    asStaff(context, async (staff) => {
      const { runtime, session } = staff;
      const outputs = await planFile(staff, input);
      if (!outputs.ok) return outputs;
      const paused = await readPaused(runtime.serviceClient);
      const sites = new Set(outputs.value.map(({ site }) => site));
      return ok(
        await describePlan(runtime, session.client, -1, outputs.value, {
          warnings: [],
          paused: paused.filter(({ site }) => sites.has(site)),
        }),
      );
    }),
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
 * Gives a medium another file, and returns what that changed once it is live. A form with the `file`, the `kind` and `id` of the
 * record, and the `hash` of the file that it has for the caller.
 */
export const replaceMedium = defineAction({
  accept: 'form',
  input: medium.extend({ file: z.instanceof(File, { error: 'Choose a file' }), hash }),
  handler: ({ file, ...named }, context) =>
    asStaff(context, (staff) =>
      replacing(staff, named, async () => {
        const bytes = new Uint8Array(await file.arrayBuffer());
        return replace(staff.actor, mediaStorage(staff), imageQueue, named, { filename: file.name, bytes });
      }),
    ),
});

/** Gives a medium a file again that it had before. */
export const restoreMediumFile = defineAction({
  input: medium.extend({ hash, number: rowVersion }),
  handler: ({ number, ...named }, context) =>
    asStaff(context, (staff) =>
      replacing(staff, named, () => restore(staff.actor, mediaStorage(staff), named, number)),
    ),
});
