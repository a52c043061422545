import { z } from 'zod';
import { pictureTextsSchema } from '#domain/media/new-image.ts';
import { rowVersion } from '#domain/values/row-version.ts';
import { describePicture as describe, readPicture } from '#content/media/pictures/describe-picture.ts';
import { asStaff } from './as-staff.ts';
import { defineAction } from './define-action.ts';

const picture = z.object({ kind: z.enum(['image', 'vector']), id: z.int().positive() });

/** The alternative texts of an image or a vector, with the version to save against. */
export const findPictureTexts = defineAction({
  input: picture,
  handler: ({ kind, id }, context) => asStaff(context, ({ session }) => readPicture(session.client, kind, id)),
});

/** Saves the alternative texts of an image or a vector, and whether an image is decorative. */
export const describePicture = defineAction({
  input: z.intersection(pictureTextsSchema, picture.extend({ version: rowVersion })),
  handler: (input, context) => asStaff(context, ({ actor }) => describe(actor, input)),
});
