import sharp, { type Sharp } from 'sharp';
import type { PictureFormat } from '#domain/new-medium.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { largestPixels } from './encode-image.ts';

/** The longest side that WebP has. */
const longestSide = 16_383;
/** A picture that takes longer than this many seconds is given up. */
const patience = 45;
const damaged = 'The picture is damaged. Export it again, then choose the new file.';

/** What is stored of a picture that somebody brings: its own bytes where these are null. */
export type PreparedPicture = { bytes: Uint8Array | null };

/** How many pixels a picture has when it is unfolded, as its header says. */
export async function measurePicture(bytes: Uint8Array): Promise<Result<number>> {
  try {
    const { width, height, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata();
    return ok(width * height * pages);
  } catch {
    return fail('invalid', damaged);
  }
}

/**
 * Makes a picture fit to be stored: upright, as WebP, and without what cameras write into files, such as where it was taken. A
 * picture that is so already stays as it is. The same file always gives the same bytes.
 */
export async function preparePicture(bytes: Uint8Array, format: PictureFormat): Promise<Result<PreparedPicture>> {
  try {
    return await (format === 'heic' ? prepareHeic(bytes) : prepareOther(bytes, format));
  } catch {
    return fail('invalid', damaged);
  }
}

async function prepareOther(bytes: Uint8Array, format: PictureFormat): Promise<Result<PreparedPicture>> {
  // The header tells the size of what would be unfolded: nothing is until that is checked.
  const {
    width,
    height,
    exif,
    xmp,
    iptc,
    orientation = 1,
  } = await sharp(bytes, { limitInputPixels: false }).metadata();
  const refused = refuseSize(width, height);
  if (refused) return refused;
  if (format === 'webp' && !exif && !xmp && !iptc && orientation === 1) return ok({ bytes: null });
  const picture = sharp(bytes, { limitInputPixels: largestPixels, failOn: 'error' }).autoOrient();
  return ok({ bytes: await encode(picture) });
}

async function prepareHeic(bytes: Uint8Array): Promise<Result<PreparedPicture>> {
  // Megabytes of WebAssembly, which only these pictures need.
  const { default: decodeHeic } = await import('heic-decode');
  const pictures = await decodeHeic.all({ buffer: bytes });
  try {
    const [first] = pictures;
    if (!first) return fail('invalid', damaged);
    const refused = refuseSize(first.width, first.height);
    if (refused) return refused;
    const { width, height, data } = await first.decode();
    return ok({ bytes: await encode(sharp(data, { raw: { width, height, channels: 4 } })) });
  } finally {
    pictures.dispose();
  }
}

function refuseSize(width: number, height: number): Result<never> | null {
  if (width * height <= largestPixels && Math.max(width, height) <= longestSide) return null;
  const most = `${largestPixels / 1_000_000} million pixels and sides of ${longestSide}`;
  return fail('invalid', `The picture has ${width} × ${height} pixels; at most ${most} are accepted.`);
}

function encode(picture: Sharp): Promise<Buffer> {
  return picture.toColourspace('srgb').timeout({ seconds: patience }).webp({ quality: 95, effort: 2 }).toBuffer();
}
