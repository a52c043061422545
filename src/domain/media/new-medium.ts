import { ownValue } from '#domain/objects.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { UploadKind } from './upload-kinds.ts';
import { drawingSizeLimit, mediumSizeLimit } from './upload-limits.ts';

/** Files as people bring them to the library of media: one list of what is taken, for the browser and for the server. */

/** So many bytes at the beginning of a file tell its format. */
export const formatBytes = 4096;

const mediumTooLarge = 'The file is larger than 100 MB. Make it smaller, then choose it again.';
export const sentTooLarge = 'A file of more than 40 MB has to be sent in parts, as the library does.';
const drawingTooLarge = 'The drawing is larger than 2 MB. Simplify it, or export it as PNG.';
const emptyMedium = 'The file is empty.';
const notThePicture = 'This is no picture, whatever its name says. Export it again, then choose the new file.';
const animatedPicture =
  'This is an animation, of which pages would show one picture. Export that picture as JPEG or PNG, or bring the animation as MP4 under Files.';
const notTheDocument = 'The content of this file is not what its name says. Save it again under its own ending.';
const unknownMedium =
  'Files of this kind cannot be uploaded. Pictures, SVG drawings, PDF, Office files, archives and MP4 can.';

export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic' | 'gif' | 'tiff';
type FileFormat = PictureFormat | 'animation' | 'svg' | 'pdf' | 'zip' | 'ole' | 'gzip' | '7z' | 'rar' | 'tar' | 'mp4';

/** What a file becomes in the library. */
type NewMedium = { kind: 'image'; format: PictureFormat } | { kind: 'vector' | 'file' };

const pictureEndings: readonly string[] = [
  'jpg',
  'jpeg',
  'png',
  'webp',
  'avif',
  'heic',
  'heif',
  'gif',
  'tif',
  'tiff',
  'svg',
];

/** Documents by ending, with the format that they must have; `text` has no signature. */
const documentFormats: Readonly<Record<string, FileFormat | 'text'>> = {
  pdf: 'pdf',
  docx: 'zip',
  xlsx: 'zip',
  pptx: 'zip',
  odt: 'zip',
  ods: 'zip',
  odp: 'zip',
  zip: 'zip',
  doc: 'ole',
  xls: 'ole',
  ppt: 'ole',
  gz: 'gzip',
  tgz: 'gzip',
  '7z': '7z',
  rar: 'rar',
  tar: 'tar',
  mp4: 'mp4',
  txt: 'text',
  csv: 'text',
  json: 'text',
  step: 'text',
  stp: 'text',
  dxf: 'text',
};

/** What a file has to be to become a record of a kind. */
const materials = {
  image: 'image',
  vector: 'vector',
  file: 'file',
  document: 'file',
} as const satisfies Record<UploadKind, NewMedium['kind']>;

const refusals = {
  image: 'Only pictures can be used here: JPEG, PNG, WebP, AVIF, HEIC, TIFF and GIF.',
  vector: 'Only drawings can be used here: SVG.',
  file: 'Only documents can be used here: PDF, Office files, archives, texts and MP4.',
} as const satisfies Record<NewMedium['kind'], string>;

/** The endings of files that become records of these kinds, for file inputs. */
export function listEndings(kinds: readonly UploadKind[]): string[] {
  const endings = {
    image: pictureEndings.filter((ending) => ending !== 'svg'),
    vector: ['svg'],
    file: Object.keys(documentFormats),
  };
  return [...new Set(kinds.map((kind) => materials[kind]))].flatMap((material) =>
    endings[material].map((ending) => `.${ending}`),
  );
}

/** What is known of a file before all of it is read; `start` are its first `formatBytes`. */
type FileStart = { start: Uint8Array; filename: string; size: number };

/**
 * The record that a file becomes where these kinds are wanted; a failure says why it is not taken.
 *
 * @example
 * checkUpload({ start: new TextEncoder().encode('%PDF-1.7'), filename: 'sheet.pdf', size: 900 }, ['file']);
 * // { ok: true, value: { kind: 'file' } }
 */
export function checkUpload(
  { start, filename, size }: FileStart,
  wanted: readonly UploadKind[],
): Result<{ kind: UploadKind; format?: PictureFormat }> {
  if (size > mediumSizeLimit) return fail('invalid', mediumTooLarge);
  const medium = detectMedium(start, filename);
  if (!medium.ok) return medium;
  const { kind: material } = medium.value;
  const kind = wanted.find((upload) => materials[upload] === material);
  if (kind === undefined) return fail('invalid', wanted[0] ? refusals[materials[wanted[0]]] : unknownMedium);
  if (material === 'vector' && size > drawingSizeLimit) return fail('invalid', drawingTooLarge);
  return ok(medium.value.kind === 'image' ? { kind, format: medium.value.format } : { kind });
}

/**
 * The ending of a file's name, in lower case and without its dot.
 *
 * @example getEnding('Data Sheet.PDF'); // 'pdf'
 */
export function getEnding(filename: string): string {
  return /\.([A-Za-z0-9]{1,9})$/.exec(filename)?.[1]?.toLowerCase() ?? '';
}

/** The name of a file without its ending. */
export function withoutEnding(filename: string): string {
  const ending = getEnding(filename);
  return ending === '' ? filename : filename.slice(0, -ending.length - 1) || filename;
}

/**
 * What a file becomes, by its content first and its name second; a failure says why it is not taken.
 *
 * @param start - the first `formatBytes` of the file, or all of a shorter one
 * @example detectMedium(new TextEncoder().encode('%PDF-1.7'), 'sheet.pdf'); // { ok: true, value: { kind: 'file' } }
 */
export function detectMedium(start: Uint8Array, filename: string): Result<NewMedium> {
  if (start.length === 0) return fail('invalid', emptyMedium);
  const format = detectFormat(start);
  switch (format) {
    case 'jpeg':
    case 'png':
    case 'webp':
    case 'avif':
    case 'heic':
    case 'gif':
    case 'tiff':
      return ok({ kind: 'image', format });
    case 'svg':
      return ok({ kind: 'vector' });
    case 'animation':
      return fail('invalid', animatedPicture);
    default:
  }
  const ending = getEnding(filename);
  if (pictureEndings.includes(ending)) return fail('invalid', notThePicture);
  const expected = Object.hasOwn(documentFormats, ending) ? ownValue(documentFormats, ending) : undefined;
  if (expected === undefined) return fail('invalid', unknownMedium);
  const isAsNamed = expected === 'text' ? format === null && !start.includes(0) : format === expected;
  return isAsNamed ? ok({ kind: 'file' }) : fail('invalid', notTheDocument);
}

/** The format of a picture by its first bytes; null for anything else. */
export function detectPictureFormat(start: Uint8Array): PictureFormat | null {
  const medium = detectMedium(start.subarray(0, formatBytes), '');
  return medium.ok && medium.value.kind === 'image' ? medium.value.format : null;
}

const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0));

const signatures: readonly { format: FileFormat; at: number; bytes: readonly number[] }[] = [
  { format: 'jpeg', at: 0, bytes: [0xff, 0xd8, 0xff] },
  { format: 'png', at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { format: 'webp', at: 8, bytes: ascii('WEBP') },
  { format: 'gif', at: 0, bytes: ascii('GIF8') },
  { format: 'tiff', at: 0, bytes: [0x49, 0x49, 0x2a, 0x00] },
  { format: 'tiff', at: 0, bytes: [0x4d, 0x4d, 0x00, 0x2a] },
  { format: 'pdf', at: 0, bytes: ascii('%PDF-') },
  { format: 'zip', at: 0, bytes: [0x50, 0x4b, 0x03, 0x04] },
  { format: 'ole', at: 0, bytes: [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1] },
  { format: 'gzip', at: 0, bytes: [0x1f, 0x8b] },
  { format: '7z', at: 0, bytes: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c] },
  { format: 'rar', at: 0, bytes: ascii('Rar!') },
  { format: 'tar', at: 257, bytes: ascii('ustar') },
];

function detectFormat(start: Uint8Array): FileFormat | null {
  const found = signatures.find(({ at, bytes }) => bytes.every((byte, index) => start[at + index] === byte));
  if (found) return found.format;
  const text = new TextDecoder(detectUtf16(start) ?? 'latin1').decode(start);
  if (text.slice(4, 8) === 'ftyp') return formatOfBrands(text);
  // What may come before the root element: a byte order mark, a declaration, comments, a document type. Its namespace may have a name.
  const root =
    /^(?:\u00ef\u00bb\u00bf)?(?:\s|<\?[^>]*\?>|<!--.*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>)*<(?:[a-z_][\w.-]*:)?svg[\s/>]/is;
  return root.test(text) ? 'svg' : null;
}

/** The encoding of a text that begins with the mark of UTF-16; null for any other. */
export function detectUtf16([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** Pictures and videos of one family say in their first box what they are. */
function formatOfBrands(text: string): FileFormat | null {
  const major = text.slice(8, 12);
  const length = Array.from(text.slice(0, 4), (character) => character.charCodeAt(0)).reduce(
    (sum, byte) => sum * 256 + byte,
    0,
  );
  const brands: readonly string[] = text.slice(16, Math.min(length, 128)).match(/.{4}/gs) ?? [];
  if (/^(avis|msf1|hev[cxms])$/.test(major) || (major === 'avif' && brands.includes('avis'))) return 'animation';
  if (major === 'avif') return 'avif';
  if (major === 'mif1') return brands.includes('avif') ? 'avif' : 'heic';
  if (/^hei[cx]$/.test(major)) return 'heic';
  return /^(isom|iso[2-9]|mp4[12]|avc1|M4V |dash)$/.test(major) ? 'mp4' : null;
}
