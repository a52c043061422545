import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import { detectMedium } from '#domain/media/new-medium.ts';
import {
  imir,
  irot,
  nclx,
  quarters,
  withMainPicture,
  withProperties,
} from '../../../../tests/fixtures/heif-pictures.ts';
import { encodeImage } from './encode-image.ts';
import { preparePicture } from './prepare-picture.ts';

/** The table of docs/pictures.md, each cell of it tried. */

type Source = () => Promise<Buffer> | Buffer;
type Read = { width: number; height: number; at: (x: number, y: number) => number[]; kept: boolean; bytes: Buffer };

async function read(bytes: Buffer): Promise<Read | 'refused'> {
  const medium = detectMedium(bytes, '');
  if (!medium.ok || medium.value.kind !== 'image') return 'refused';
  const prepared = await preparePicture(bytes, medium.value.format);
  if (!prepared.ok) return 'refused';
  const stored = Buffer.from(prepared.value.bytes ?? bytes);
  const { data, info } = await sharp(stored).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)];
  return { width: info.width, height: info.height, at, kept: prepared.value.bytes === null, bytes: stored };
}

/** 128 × 64: red on the left, blue on the right. */
const drawn = (left = '#c83c28', right = '#283cc8'): Sharp =>
  sharp({ create: { width: 128, height: 64, channels: 3, background: left } }).composite([
    { input: { create: { width: 64, height: 64, channels: 3, background: right } }, left: 64, top: 0 },
  ]);
const isNear = (found: number[] | undefined, expected: readonly number[]) =>
  expected.every((value, index) => Math.abs((found?.[index] ?? 999) - value) <= 6);
const red = [200, 60, 40];
const blue = [40, 60, 200];

/** Numbers of sRGB are written in Display P3, and have to come back. */
async function profile(source: Source): Promise<string> {
  const shown = await read(await source());
  if (shown === 'refused') return shown;
  const { icc } = await sharp(shown.bytes).metadata();
  if (!isNear(shown.at(8, 16), red) && !isNear(shown.at(8, 16), [217, 42, 24]))
    return `shows ${shown.at(8, 16).join()}`;
  if (!icc) return 'converted to sRGB';
  const page = await encodeImage(shown.bytes, [128]);
  const offered = page.ok ? page.value.get(128) : undefined;
  const isPlain = offered !== undefined && (await sharp(offered).metadata()).icc === undefined;
  return shown.kept && isPlain ? 'kept, sRGB on pages' : 'kept';
}

/** Orientation 6: what was on the left is on top. */
async function orientation(source: Source): Promise<string> {
  const shown = await read(await source());
  if (shown === 'refused') return shown;
  return shown.width === 64 && isNear(shown.at(32, 8), red) && isNear(shown.at(32, 119), blue)
    ? 'turned'
    : 'not turned';
}

async function transparency(source: Source): Promise<string> {
  const shown = await read(await source());
  return shown === 'refused' ? shown : (shown.at(8, 8)[3] ?? 255) < 10 ? 'kept' : 'lost';
}

async function depth(source: Source): Promise<string> {
  const bytes = await source();
  const { bitsPerSample, depth: given } = await sharp(bytes).metadata();
  if (given === 'uchar' && (bitsPerSample ?? 8) <= 8) return 'the source has 8 bits';
  const shown = await read(bytes);
  if (shown === 'refused') return shown;
  return (await sharp(shown.bytes).metadata()).depth === 'uchar' && isNear(shown.at(8, 8), red) ? '8 bits' : 'other';
}

async function severalPictures(source: Source): Promise<string> {
  const shown = await read(await source());
  if (shown === 'refused') return shown;
  const isFirst = isNear(shown.at(8, 32), red);
  if (!shown.kept) return isFirst && shown.height === 64 ? 'the first' : `shows ${shown.at(8, 32).join()}`;
  const page = await encodeImage(shown.bytes, [128]);
  const offered = await sharp(page.ok ? page.value.get(128) : undefined).metadata();
  return isFirst && offered.pages === undefined && offered.height === 64 ? 'kept, the first on pages' : 'kept';
}

async function gainMap(source: Source): Promise<string> {
  const shown = await read(await source());
  if (shown === 'refused') return shown;
  const isPlain = !shown.bytes.includes('hdrgm') && !shown.bytes.includes('gainmap');
  return isPlain && isNear(shown.at(8, 8), [...red, 255]) ? 'left out' : 'kept';
}

async function position(source: Source): Promise<string> {
  const bytes = await source();
  if (!bytes.includes('Exif') && !(await sharp(bytes).metadata()).exif && !bytes.includes('Somebody'))
    return 'the source has none';
  const shown = await read(bytes);
  if (shown === 'refused') return shown;
  const { exif: left, xmp, iptc } = await sharp(shown.bytes).metadata();
  return left || xmp || iptc || shown.bytes.includes('Somebody') ? 'kept' : 'taken out';
}

const exif = (picture: Sharp) => picture.withExif({ IFD3: { GPSLatitude: '47/1 0/1 0/1' } });
const turned = (picture: Sharp) => picture.withMetadata({ orientation: 6 });
const inP3 = (picture: Sharp) => picture.withIccProfile('p3');
const clear = () =>
  sharp({ create: { width: 64, height: 64, channels: 4, background: { r: 200, g: 60, b: 40, alpha: 0 } } });
const deep = () => drawn().toColourspace('rgb16');
const two = async () =>
  sharp([await drawn().png().toBuffer(), await drawn('#28c83c').png().toBuffer()], { join: { animated: true } });

/** Eight by eight, with a position and a name; by ExifTool 12.57. */
const locatedTiff = Buffer.from(
  [
    'SUkqAAgAAAASAAABAwABAAAACAAAAAEBAwABAAAACAAAAAIBAwADAAAA5gAAAAMBAwABAAAABQAAAAYBAwABAAAAAgAAABEBBAABAAAATgEAABIBAwABAA',
    'AAAQAAABUBAwABAAAAAwAAABYBAwABAAAAAAEAABcBBAABAAAAJAAAABoBBQABAAAA7AAAABsBBQABAAAA9AAAABwBAwABAAAAAQAAACgBAwABAAAAAgAA',
    'ADsBAgAJAAAA/AAAAD0BAwABAAAAAgAAAFMBAwADAAAABgEAACWIBAABAAAADAEAAAAAAAAIAAgACAAzM8sAAAAIADMzywAAAAgAU29tZWJvZHkAAAEAAQ',
    'ABAAMAAAABAAQAAAACAwAAAQACAAIAAABOAAAAAgAFAAMAAAA2AQAAAAAAAC8AAAABAAAABgAAAAEAAAAAAAAAAQAAAIA/wBA4JBYNB4HAoRC4RCoZD4TE',
    'IlDolC4pFYPF4xBY1G4HAQ==',
  ].join(''),
  'base64',
);

/** A JPEG with a smaller one behind it that says how bright it is, as phones write them. */
async function withGainMap(): Promise<Buffer> {
  const text =
    'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0"/></rdf:RDF></x:xmpmeta>';
  const body = Buffer.from(text, 'latin1');
  const header = Buffer.from([0xff, 0xe1, 0, 0]);
  header.writeUInt16BE(body.length + 2, 2);
  const base = await drawn().jpeg({ quality: 95 }).toBuffer();
  const map = await sharp({ create: { width: 32, height: 16, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();
  return Buffer.concat([base.subarray(0, 2), header, body, base.subarray(2), map]);
}

/** The picture that says how clear the other one is becomes one of a kind that only some screens know, as phones add it. */
function withAuxiliary(): Buffer {
  const file = Buffer.from(quarters['heic-alpha']);
  file.write('urn:com:photo:2020:gainmap', file.indexOf('urn:mpeg:hevc:2015:auxid:1'), 'latin1');
  return file;
}

function pngChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(data.length, 0);
  numbers.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([numbers.subarray(0, 4), named, numbers.subarray(4)]);
}

async function animatedPng(): Promise<Buffer> {
  const first = await drawn().png().toBuffer();
  const second = await drawn('#28c83c').png().toBuffer();
  const control = (sequence: number) => {
    const data = Buffer.alloc(26);
    for (const [at, value] of [
      [0, sequence],
      [4, 128],
      [8, 64],
    ] as const)
      data.writeUInt32BE(value, at);
    data.writeUInt16BE(1, 20);
    data.writeUInt16BE(10, 22);
    return pngChunk('fcTL', data);
  };
  const dataOf = (png: Buffer) => {
    const at = png.indexOf('IDAT') - 4;
    return png.subarray(at, at + 12 + png.readUInt32BE(at));
  };
  const at = first.indexOf('IDAT') - 4;
  const pixels = dataOf(second);
  const frame = Buffer.concat([Buffer.from([0, 0, 0, 2]), pixels.subarray(8, -4)]);
  return Buffer.concat([
    first.subarray(0, at),
    pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])),
    control(0),
    dataOf(first),
    control(1),
    pngChunk('fdAT', frame),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Turned by the file and by EXIF: twice would stand on its head. */
const bothTurned = (format: 'heic' | 'avif') => () => withProperties(quarters[`${format}-exif-6`], [irot(3)]);
async function turnedOnce(format: 'heic' | 'avif'): Promise<string> {
  const mirrored = await read(withProperties(quarters[`${format}-exif-6`], [imir(1)]));
  const isMirrored = mirrored !== 'refused' && mirrored.width === 128 && isNear(mirrored.at(119, 8), red);
  const shown = await read(bothTurned(format)());
  const isOnce =
    shown !== 'refused' && shown.width === 64 && isNear(shown.at(8, 8), blue) && isNear(shown.at(55, 8), red);
  return isOnce && isMirrored ? 'turned once' : 'turned twice';
}

async function heifTurned(source: Buffer): Promise<string> {
  const shown = await read(source);
  return shown !== 'refused' && shown.width === 64 && isNear(shown.at(8, 8), blue) ? 'turned' : 'not turned';
}

async function mainPicture(file: Buffer): Promise<string> {
  const [first, second] = [await read(file), await read(withMainPicture(file, 2))];
  if (first === 'refused' || second === 'refused') return 'refused';
  return isNear(first.at(8, 8), red) && isNear(second.at(119, 8), red) ? 'the main one' : 'the first';
}

const trials: Record<string, Record<string, () => Promise<string>>> = {
  JPEG: {
    'Display P3': () => profile(() => inP3(drawn()).jpeg({ quality: 100 }).toBuffer()),
    'Turned by EXIF': () => orientation(() => turned(drawn().jpeg({ quality: 95 })).toBuffer()),
    'Several pictures': () =>
      severalPictures(async () =>
        Buffer.concat([await drawn().jpeg().toBuffer(), await drawn('#28c83c').jpeg().toBuffer()]),
      ),
    'Gain map': () => gainMap(withGainMap),
    'EXIF, position': () => position(() => exif(drawn()).jpeg().toBuffer()),
  },
  PNG: {
    'Display P3': () => profile(() => inP3(drawn()).png().toBuffer()),
    'Turned by EXIF': () => orientation(() => turned(drawn().png()).toBuffer()),
    Transparency: () => transparency(() => clear().png().toBuffer()),
    'More than 8 bits': () => depth(() => deep().png().toBuffer()),
    'Several pictures': () => severalPictures(animatedPng),
    'EXIF, position': () => position(() => exif(drawn()).png().toBuffer()),
  },
  WebP: {
    'Display P3': () => profile(() => inP3(drawn()).webp({ lossless: true }).toBuffer()),
    'Turned by EXIF': () => orientation(() => turned(drawn().webp({ lossless: true })).toBuffer()),
    Transparency: () => transparency(() => clear().webp().toBuffer()),
    'Several pictures': () => severalPictures(async () => (await two()).webp({ lossless: true }).toBuffer()),
    'EXIF, position': () => position(() => exif(drawn()).webp().toBuffer()),
  },
  AVIF: {
    'Display P3': () => profile(() => withProperties(quarters.avif, [nclx(12, 13)])),
    'Turned by EXIF': () => heifTurned(quarters['avif-exif-6']),
    'Turned by the file': () => turnedOnce('avif'),
    Transparency: () => transparency(() => clear().avif({ effort: 0 }).toBuffer()),
    'More than 8 bits': () => depth(() => quarters['avif-10']),
    'Several pictures': () => severalPictures(() => quarters['avif-animation']),
    'EXIF, position': () => position(() => quarters['avif-exif-6']),
  },
  HEIC: {
    'Display P3': () => profile(() => withProperties(quarters.heic, [nclx(12, 13)])),
    'Turned by EXIF': () => heifTurned(quarters['heic-exif-6']),
    'Turned by the file': () => turnedOnce('heic'),
    Transparency: () => transparency(() => quarters['heic-alpha']),
    'More than 8 bits': () => depth(() => quarters['heic-10']),
    'Several pictures': () => mainPicture(quarters['heic-two']),
    'Gain map': () => gainMap(withAuxiliary),
    'EXIF, position': () => position(() => quarters['heic-exif-6']),
  },
  GIF: {
    Transparency: () => transparency(() => clear().gif().toBuffer()),
    'Several pictures': () => severalPictures(async () => (await two()).gif().toBuffer()),
  },
  TIFF: {
    'Display P3': () => profile(() => inP3(drawn()).tiff().toBuffer()),
    'Turned by EXIF': () => orientation(() => turned(drawn().tiff()).toBuffer()),
    Transparency: () => transparency(() => clear().tiff({ compression: 'lzw' }).toBuffer()),
    'More than 8 bits': () => depth(() => deep().tiff({ compression: 'lzw' }).toBuffer()),
    'Several pictures': () => severalPictures(async () => (await two()).tiff({ compression: 'lzw' }).toBuffer()),
    'EXIF, position': () => position(() => locatedTiff),
  },
};

const table = readFileSync(new URL('../../../../docs/pictures.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
const [head = [], , ...rows] = table.slice(0, 2 + Object.keys(trials).length);

describe('the table of what pictures carry', () => {
  it('has a row for each format', () => {
    expect(rows.map(([name]) => name)).toEqual(Object.keys(trials));
  });

  it.each(
    rows.flatMap(([format = '', ...cells]) =>
      cells.map((cell, index) => [format, head[index + 1] ?? '', cell] as const),
    ),
  )('%s, %s: %s', async (format, column, said) => {
    const trial = trials[format]?.[column];
    expect(trial ? await trial() : '–').toBe(said);
  });
});
