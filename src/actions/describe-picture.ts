import { z } from 'zod';
import { pictureTextsSchema } from '#domain/media/new-image.ts';
import { exactMoment } from '#domain/values/moment.ts';
import { rowVersion } from '#domain/values/row-version.ts';
import { describePicture as describe, readPicture } from '#content/media/pictures/describe-picture.ts';
import { asEditorOf, asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

const picture = z.object({ kind: z.enum(['image', 'vector']), id: z.int().positive() });

/** The alternative texts of an image or a vector as they were saved last, and what they are saved against. */
export const findPictureTexts = defineAction({
  input: picture,
  handler: ({ kind, id }, context) => asStaff(context, ({ session }) => readPicture(session.client, { kind, id })),
});

/**
 * Saves the alternative texts of an image or a vector, and whether an image is decorative, in its draft. `base` and `version`: when the
 * draft was saved that the caller has seen, null for none, and the version that is live.
 */
export const describePicture = defineAction({
  input: z.intersection(
    pictureTextsSchema,
    picture.extend({
      base: exactMoment().nullable().default(null),
      version: rowVersion,
      isOverTheirs: z.boolean().optional(),
    }),
  ),
  handler: (input, context) => asEditorOf(context, [input.kind], ({ actor }) => describe(actor, input)),
});
