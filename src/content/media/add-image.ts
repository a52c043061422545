import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type PictureTexts, imageTooLarge, isWebp, notWebp } from '#domain/media/new-image.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { imageSizeLimit } from '#domain/media/upload-limits.ts';
import type { Actor } from '#content/clients/actor.ts';
import { plainName } from './plain-name.ts';
import type { MediaStorage } from './store.ts';

/**
 * Stores an uploaded picture and creates its record. Its type is detected from its content; visitors only get the variants
 * encoded here.
 */
export async function addImage(
  { service, userId }: Actor,
  storage: MediaStorage,
  { filename, bytes, decorative, alt }: PictureTexts & { filename: string; bytes: Uint8Array },
): Promise<Result<{ id: number }>> {
  if (bytes.byteLength > imageSizeLimit) return refused(imageTooLarge);
  if (!isWebp(bytes)) return refused(notWebp);
  const stored = await storage.storeImage(bytes);
  if (!stored.ok) return refused(stored.failure.message);
  const texts = decorative ? [] : Object.entries(alt).filter(([, text]) => text !== '');
  const id = await callFunction(service, 'add_image', z.int(), {
    p_actor: userId,
    p_image: {
      ...stored.value,
      filename: plainName(filename, 'picture.webp'),
      is_decorative: decorative,
      localized: { en: {}, ...Object.fromEntries(texts.map(([locale, text]) => [locale, { alt: text }])) },
    },
  });
  return ok({ id });
}

function refused(message: string): Result<never> {
  return fail('invalid', message, [{ path: ['file'], message }]);
}
