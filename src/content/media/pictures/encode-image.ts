import { createHash } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { type Result, fail, ok } from '#domain/result.ts';

/** The widths in which a picture is offered; never wider than it is. */
const offeredWidths = [320, 640, 960, 1280, 1920] as const;
const types = {
  webp: 'image/webp',
  jpeg: 'image/jpeg',
  png: 'image/png',
  avif: 'image/avif',
  heif: 'image/avif',
} as const;
/** Larger ones are refused before they are decoded: a small file can unfold to gigabytes. */
export const largestPixels = 50_000_000;
/** Only the first picture of an animation is shown, but all of them have to be gone through. */
const maxFrames = 100;
const maxPixels = 4 * largestPixels;
/** A picture that takes longer than this many seconds to decode is given up. */
const timeoutSeconds = 45;

export type ImageFacts = { width: number; height: number; contentType: string; extension: string; widths: number[] };

/** Names bytes: the same bytes have the same name for ever. */
export function makeHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 20);
}

/** The format and size of an image file, if it is supported. */
export async function inspectImage(bytes: Uint8Array): Promise<Result<ImageFacts>> {
  const metadata = await sharp(bytes, { limitInputPixels: largestPixels })
    .metadata()
    .catch(() => null);
  const contentType = metadata && Object.entries(types).find(([format]) => format === metadata.format)?.[1];
  if (!metadata || !contentType) return fail('invalid', 'The file is not a picture in WebP, AVIF, JPEG or PNG format');
  const { width, height } = metadata.autoOrient;
  if (width * height > largestPixels) {
    return fail(
      'invalid',
      `The picture has ${width} × ${height} pixels; at most ${largestPixels / 1_000_000} million are accepted`,
    );
  }
  const frames = metadata.pages ?? 1;
  if (frames > maxFrames || frames * width * height > maxPixels) {
    return fail(
      'invalid',
      `The animation has ${frames} pictures; at most ${maxFrames}, with ${maxPixels / 1_000_000} million pixels together, are accepted`,
    );
  }
  const fitting = offeredWidths.filter((offered) => offered <= width);
  return ok({
    width,
    height,
    contentType,
    extension: contentType.slice('image/'.length),
    widths: fitting.length > 0 ? fitting : [width],
  });
}

/** WebP is ready in an instant; AVIF takes 20 times as long for two thirds of the bytes, and ten times that for the next tenth. */
const encoders = {
  webp: (picture: Sharp) => picture.webp({ quality: 80, effort: 2 }),
  avif: (picture: Sharp) => picture.avif({ quality: 50, effort: 2 }),
} as const;
export type ImageFormat = keyof typeof encoders;

/** A picture in each width, without what cameras write into files. */
export async function encodeImage(
  bytes: Uint8Array,
  widths: readonly number[],
  format: ImageFormat = 'webp',
): Promise<Result<Map<number, Buffer>>> {
  try {
    // Made small as it is read: a large picture is never in memory as a whole.
    const { data, info } = await sharp(bytes, { limitInputPixels: largestPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: Math.max(...widths) })
      .toColourspace('srgb')
      .raw()
      .timeout({ seconds: timeoutSeconds })
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const encoded = new Map<number, Buffer>();
    for (const width of widths) {
      encoded.set(width, await encoders[format](sharp(data, { raw }).resize({ width })).toBuffer());
    }
    return ok(encoded);
  } catch {
    return fail('invalid', 'The picture is damaged');
  }
}
