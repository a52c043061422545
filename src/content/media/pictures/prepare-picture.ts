import sharp, { type Sharp } from 'sharp';
import type { PictureFormat } from '#domain/media/new-medium.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { largestPixels } from './encode-image.ts';
import { readHeifFacts } from './heif-facts.ts';
import { type TaggedPixels, readOrientation, makeTiff } from './tagged-pixels.ts';

/** The longest side that WebP has. */
const longestSide = 16_383;
/** A picture that takes longer than this many seconds is given up. */
const timeoutSeconds = 45;
const damaged = 'The picture is damaged. Export it again, then choose the new file.';
const unknownColors =
  'The colours of this picture are those of HDR video (PQ, HLG or BT.2020), which pages do not show. Export it as JPEG, or in Display P3.';

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
    if (format === 'heic') return await prepareHeic(bytes);
    return await (format === 'avif' ? prepareAvif(bytes) : prepareOther(bytes, format));
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
  const tags = await readTags(bytes);
  if (!tags.ok) return tags;
  // Megabytes of WebAssembly, which only these pictures need.
  const { default: decodeHeic } = await import('heic-decode');
  const pictures = await decodeHeic.all({ buffer: bytes });
  try {
    const { page, ...known } = tags.value;
    const picture = pictures[page];
    if (!picture) return fail('invalid', damaged);
    const refused = refuseSize(picture.width, picture.height);
    if (refused) return refused;
    const { width, height, data } = await picture.decode();
    return ok({ bytes: await encodeTagged({ data, width, height, channels: 4, ...known }) });
  } finally {
    pictures.dispose();
  }
}

/** sharp decodes AVIF, but knows neither the colours that the file names by number nor an orientation that only EXIF tells. */
async function prepareAvif(bytes: Uint8Array): Promise<Result<PreparedPicture>> {
  const { width, height, icc } = await sharp(bytes, { limitInputPixels: false }).metadata();
  const refused = refuseSize(width, height);
  if (refused) return refused;
  const tags = await readTags(bytes);
  if (!tags.ok) return tags;
  const { page: _, ...known } = tags.value;
  const { data, info } = await sharp(bytes, { limitInputPixels: largestPixels, failOn: 'error' })
    .toColourspace('srgb')
    .timeout({ seconds: timeoutSeconds })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return ok({ bytes: await encodeTagged({ data, ...info, ...known, icc: icc ? null : known.icc }) });
}

/** Code points of H.273 for the colours of sRGB, and of televisions before HDR, which differ by less than a screen. */
const srgbPrimaries: ReadonlySet<number> = new Set([1, 2, 5, 6]);
const displayP3Primaries = 12;
/** PQ and HLG: brighter than any page. */
const hdrTransfers: ReadonlySet<number> = new Set([16, 18]);

type Tags = Pick<TaggedPixels, 'icc' | 'orientation'> & { page: number };

/** What a HEIC or AVIF file tells of its main picture, for pixels that were decoded without it; `page` is its place in the file. */
async function readTags(bytes: Uint8Array): Promise<Result<Tags>> {
  const { colors, isTurned } = readHeifFacts(bytes);
  const { icc, exif, pagePrimary: page = 0 } = await sharp(bytes, { limitInputPixels: false }).metadata();
  const orientation = isTurned ? 1 : readOrientation(exif);
  if (icc || !colors) return ok({ icc: icc ?? null, orientation, page });
  const { primaries, transfer } = colors;
  if (hdrTransfers.has(transfer) || (primaries !== displayP3Primaries && !srgbPrimaries.has(primaries)))
    return fail('invalid', unknownColors);
  return ok({ icc: primaries === displayP3Primaries ? await displayP3() : null, orientation, page });
}

/** The profile that sharp has of Display P3. */
async function displayP3(): Promise<Uint8Array | null> {
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: 'black' } }).withIccProfile('p3');
  const { icc } = await sharp(await dot.png().toBuffer()).metadata();
  return icc ?? null;
}

function encodeTagged(pixels: TaggedPixels): Promise<Buffer> {
  return encode(sharp(makeTiff(pixels), { limitInputPixels: largestPixels }).autoOrient());
}

function refuseSize(width: number, height: number): Result<never> | null {
  if (width * height <= largestPixels && Math.max(width, height) <= longestSide) return null;
  const most = `${largestPixels / 1_000_000} million pixels and sides of ${longestSide}`;
  return fail('invalid', `The picture has ${width} × ${height} pixels; at most ${most} are accepted.`);
}

function encode(picture: Sharp): Promise<Buffer> {
  return picture.toColourspace('srgb').timeout({ seconds: timeoutSeconds }).webp({ quality: 95, effort: 2 }).toBuffer();
}
