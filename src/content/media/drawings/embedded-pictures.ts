import sharp, { type Sharp } from 'sharp';
import { detectPictureFormat } from '#domain/media/new-medium.ts';
import { largestPixels } from '#content/media/pictures/encode-image.ts';

/** Pictures in drawings: PNG, JPEG and WebP, in the file itself. */

const formats: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp']);
const read = /^\s*data:[^,;]*(?:;[^,;]+)*?(;base64)?,([\s\S]*)$/i;

/** The address of an embedded picture as it is stored: its type is what its bytes say. Null where it is no picture. */
export function readEmbedded(address: string): string | null {
  const parts = read.exec(address);
  if (!parts?.[1] || parts[2] === undefined) return null;
  const text = parts[2].replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  const base64 = text.replaceAll(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return null;
  return makeDataAddress(Buffer.from(base64, 'base64'));
}

function makeDataAddress(bytes: Buffer): string | null {
  const format = detectPictureFormat(bytes);
  return format !== null && formats.has(format) ? `data:image/${format};base64,${bytes.toString('base64')}` : null;
}

/** Pictures that one drawing shows, and their pixels together. */
const maxPictures = 200;

/**
 * The embedded pictures of a drawing, by address, as they may be stored: what a camera has written into one is taken out, and one that is
 * damaged is null. Null for all of them where they unfold to more than a page can show.
 */
export async function checkEmbedded(addresses: readonly string[]): Promise<Map<string, string | null> | null> {
  const checked = new Map<string, string | null>();
  let pixels = 0;
  for (const address of addresses) {
    if (checked.has(address)) continue;
    const bytes = Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
    const picture = sharp(bytes, { limitInputPixels: false });
    const metadata = await picture.metadata().catch(() => null);
    pixels += metadata ? metadata.width * metadata.height * (metadata.pages ?? 1) : 0;
    if (pixels > largestPixels || checked.size >= maxPictures) return null;
    const hasMore = metadata?.exif || metadata?.xmp || metadata?.iptc;
    const plain = metadata && hasMore ? await withoutMetadata(picture) : bytes;
    checked.set(address, metadata && plain ? makeDataAddress(plain) : null);
  }
  return checked;
}

/** Upright, in its own format and colours; null where it is damaged. */
function withoutMetadata(picture: Sharp): Promise<Buffer | null> {
  return picture
    .autoOrient()
    .keepIccProfile()
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4', force: false })
    .webp({ quality: 95, force: false })
    .png({ force: false })
    .toBuffer()
    .catch(() => null);
}
