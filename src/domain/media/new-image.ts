import { z } from 'zod';
import { locales } from '#domain/locales.ts';
import { storableText } from '#domain/text/text.ts';

/** A picture as an editor uploads and describes it: one schema for the forms and for the server. */

export const notWebp = 'Only WebP images can be uploaded. Export the picture as WebP, then choose it again.';
export const imageTooLarge = 'The image is larger than 10 MB. Export it smaller, then choose it again.';

/** Whether a file has the signature of WebP files, under any name. */
export function isWebp(start: Uint8Array): boolean {
  const text = (from: number, to: number) => String.fromCharCode(...start.subarray(from, to));
  return start.length >= 12 && text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP';
}

/** What a picture says to those who do not see it: a text in each language, or nothing because it only decorates. */
export const pictureTextsSchema = z
  .object({
    decorative: z.boolean().default(false),
    alt: z.partialRecord(z.enum(locales), z.string().trim().pipe(storableText(300))).default({}),
  })
  .superRefine(({ decorative, alt }, context) => {
    if (decorative || alt.en) return;
    context.addIssue({
      code: 'custom',
      path: ['alt', 'en'],
      message: 'Say what the picture shows, or mark it as decorative',
    });
  });
export type PictureTexts = z.output<typeof pictureTextsSchema>;
