import path from 'node:path';
import { defineAction } from 'astro:actions';
import { z } from 'zod';
import { issuesOf } from '#domain/issues.ts';
import { pictureTextsSchema } from '#domain/new-image.ts';
import { fail } from '#domain/result.ts';
import { addImage as add } from '#content/media/add-image.ts';
import { imageQueue } from '#content/media/image-queue.ts';
import { MediaStorage } from '#content/media/store.ts';
import { asStaff } from './as-staff.ts';

/** Stores an uploaded picture. A form with the `file`, whether it is `decorative`, and `alt`, its texts by locale as JSON. */
export const addImage = defineAction({
  accept: 'form',
  input: z.object({
    file: z.instanceof(File, { error: 'Choose a WebP file' }),
    decorative: z.boolean().default(false),
    alt: z.string().max(20_000).default('{}'),
  }),
  handler: ({ file, decorative, alt }, context) =>
    asStaff(context, async ({ actor, runtime }) => {
      const details = pictureTextsSchema.safeParse({ decorative, alt: readJson(alt) });
      if (!details.success) return fail('invalid', 'The image cannot be added like this', issuesOf(details.error));
      const storage = new MediaStorage(runtime.serviceClient, path.join(runtime.config.dataDirectory, 'media-cache'), {
        hasBucket: true,
        images: imageQueue,
      });
      const bytes = new Uint8Array(await file.arrayBuffer());
      return add(actor, storage, { ...details.data, filename: file.name, bytes });
    }),
});

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
