import { z } from 'zod';
import { toIssues } from '#domain/issues.ts';
import { type PictureTexts, pictureTextsSchema } from '#domain/media/new-image.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { addImage as add } from '#content/media/add-image.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';
import { mediaStorage } from './media-storage.ts';

/**
 * Stores an uploaded picture. A form with the `file`, whether it is `decorative`, and `alt`, its texts by locale as JSON. A call
 * without `alt` stores a picture whose texts are still to be written; publishing warns of it.
 */
export const addImage = defineAction({
  accept: 'form',
  input: z.object({
    file: z.instanceof(File, { error: 'Choose a WebP file' }),
    decorative: z.boolean().default(false),
    alt: z.string().max(20_000).optional(),
  }),
  handler: ({ file, decorative, alt }, context) =>
    asStaff(context, async ({ actor, runtime }) => {
      const details = readDetails(decorative, alt);
      if (!details.ok) return details;
      const bytes = new Uint8Array(await file.arrayBuffer());
      return add(actor, mediaStorage({ runtime }), { ...details.value, filename: file.name, bytes });
    }),
});

function readDetails(decorative: boolean, alt: string | undefined): Result<PictureTexts> {
  if (alt === undefined) return ok({ decorative, alt: {} });
  const details = pictureTextsSchema.safeParse({ decorative, alt: readJson(alt) });
  if (details.success) return ok(details.data);
  return fail('invalid', 'The image cannot be added like this', toIssues(details.error));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
