import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Metadata } from 'sharp';
import { describe, expect, it } from 'vitest';
import type { PictureFormat } from '#domain/media/new-medium.ts';
import {
  icc,
  imir,
  irot,
  nclx,
  quarters,
  withMainPicture,
  withOrientation,
  withProperties,
} from '../../../../tests/fixtures/heif-pictures.ts';
import { phonePicture } from '../../../../tests/fixtures/phone-picture.ts';
import { preparePicture } from './prepare-picture.ts';

const drawn = () => sharp({ create: { width: 80, height: 40, channels: 3, background: '#2b7a78' } });

async function metadataOf(bytes: Uint8Array, format: PictureFormat): Promise<Metadata> {
  const prepared = await preparePicture(bytes, format);
  return sharp((prepared.ok && prepared.value.bytes) || Buffer.alloc(0)).metadata();
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** A PNG file that says it has this size, with hardly any pixels. */
function headerOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const signature = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1');
  const pixels = deflateSync(Buffer.alloc(100));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

describe('a picture', () => {
  it('that has nothing to take out stays as it is', async () => {
    expect(await preparePicture(await drawn().webp().toBuffer(), 'webp')).toEqual({ ok: true, value: { bytes: null } });
  });

  it('of a camera loses its position and is turned upright', async () => {
    const photo = drawn()
      .withExif({ IFD3: { GPSLatitude: '47/1 0/1 0/1' } })
      .withMetadata({ orientation: 6 });
    const metadata = await metadataOf(await photo.jpeg().toBuffer(), 'jpeg');
    expect(metadata).toMatchObject({ format: 'webp', width: 40, height: 80 });
    expect(metadata.exif).toBeUndefined();
  });

  it.each(['jpeg', 'png', 'avif', 'gif', 'tiff'] as const)('becomes WebP (%s)', async (format) => {
    const bytes = await drawn().toFormat(format).toBuffer();
    expect(await metadataOf(bytes, format)).toMatchObject({ format: 'webp', width: 80, height: 40 });
  });

  it('of a phone becomes WebP, in its colours and without its position', async () => {
    const prepared = await preparePicture(phonePicture, 'heic');
    const bytes = (prepared.ok && prepared.value.bytes) || Buffer.alloc(0);
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 64, height: 32 });
    const at = (x: number) => [...data.subarray((16 * 64 + x) * 3, (16 * 64 + x) * 3 + 3)];
    // Red on the left, blue on the right.
    expect(at(8)[0]).toBeGreaterThan(2 * (at(8)[2] ?? 255));
    expect(at(56)[2]).toBeGreaterThan(2 * (at(56)[0] ?? 255));
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
  });

  it('is the same bytes each time', async () => {
    const bytes = await drawn().jpeg().toBuffer();
    expect(await preparePicture(bytes, 'jpeg')).toEqual(await preparePicture(bytes, 'jpeg'));
  });

  it.each([
    [30_000, 30_000],
    [20_000, 10],
  ])('is refused by its header where it has %i × %i pixels', async (width, height) => {
    const refused = await preparePicture(headerOf(width, height), 'png');
    expect(refused).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining(`${width} × ${height} pixels`) },
    });
  });

  it.each([
    ['no more than a signature', 'jpeg', () => Buffer.from('\u00ff\u00d8\u00ff', 'latin1')],
    ['another format', 'heic', () => Buffer.from('\u00ff\u00d8\u00ff', 'latin1')],
    ['half of a phone’s picture', 'heic', () => phonePicture.subarray(0, 600)],
    ['half of a picture', 'png', async () => (await drawn().png().toBuffer()).subarray(0, 120)],
  ] as const)('that is damaged is refused: %s', async (_, format, make) => {
    expect(await preparePicture(await make(), format)).toMatchObject({
      ok: false,
      failure: { message: 'The picture is damaged. Export it again, then choose the new file.' },
    });
  });
});

type Color = [number, number, number];

/** The colours of the quarters of a prepared picture, row by row, after its width and height. */
async function quartersOf(bytes: Buffer, format: PictureFormat): Promise<{ size: [number, number]; colors: Color[] }> {
  const prepared = await preparePicture(bytes, format);
  if (!prepared.ok) throw new Error(prepared.failure.message);
  const { data, info } = await sharp(prepared.value.bytes ?? bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): Color => {
    const start = (y * info.width + x) * 3;
    return [data[start] ?? 0, data[start + 1] ?? 0, data[start + 2] ?? 0];
  };
  const [right, bottom] = [info.width - 9, info.height - 9];
  return { size: [info.width, info.height], colors: [at(8, 8), at(right, 8), at(8, bottom), at(right, bottom)] };
}

const red: Color = [200, 60, 40];
const green: Color = [60, 160, 60];
const blue: Color = [40, 60, 200];
const grey: Color = [220, 220, 200];

function expectNear(found: readonly Color[], expected: readonly Color[], by = 4): void {
  const most = Math.max(
    ...found.flatMap((color, at) => color.map((value, channel) => Math.abs(value - (expected[at]?.[channel] ?? 999)))),
  );
  expect(most, JSON.stringify(found)).toBeLessThanOrEqual(by);
}

/** What a viewer shows of a picture with each orientation of EXIF. */
const turned: readonly Color[][] = [
  [red, green, blue, grey],
  [green, red, grey, blue],
  [grey, blue, green, red],
  [blue, grey, red, green],
  [red, blue, green, grey],
  [blue, red, grey, green],
  [grey, green, blue, red],
  [green, grey, red, blue],
];

describe.each(['heic', 'avif'] as const)('a picture of the HEIF family (%s)', (format) => {
  it.each(turned.map((colors, index) => [index + 1, colors] as const))(
    'is turned where EXIF alone says so: %i',
    async (orientation, colors) => {
      const shown = await quartersOf(withOrientation(quarters[`${format}-exif-6`], orientation), format);
      expect(shown.size).toEqual(orientation > 4 ? [64, 128] : [128, 64]);
      expectNear(shown.colors, colors);
    },
  );

  it.each([
    ['a quarter', irot(1), turned[7]],
    ['a half', irot(2), turned[2]],
    ['three quarters', irot(3), turned[5]],
    ['top to bottom', imir(0), turned[3]],
    ['left to right', imir(1), turned[1]],
  ] as const)('is turned once where the file says so and EXIF as well: %s', async (_, property, colors) => {
    expectNear(
      (await quartersOf(withProperties(quarters[`${format}-exif-6`], [property]), format)).colors,
      colors ?? [],
    );
  });

  it('of Display P3 has the colours of a screen, by its profile or by code points', async () => {
    // The same numbers in a PNG with that profile.
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'black' } })
      .withIccProfile('p3')
      .png()
      .toBuffer();
    const profile = (await sharp(png).metadata()).icc ?? Buffer.alloc(0);
    const expected = [
      [220, 40, 23],
      [0, 163, 42],
      [35, 61, 207],
      [221, 220, 198],
    ] as Color[];
    for (const property of [icc(profile), nclx(12, 13), nclx(12, 1)])
      expectNear((await quartersOf(withProperties(quarters[format], [property]), format)).colors, expected, 6);
    for (const property of [nclx(1, 13), nclx(1, 1), nclx(2, 2), nclx(6, 6)])
      expectNear(
        (await quartersOf(withProperties(quarters[format], [property]), format)).colors,
        [red, green, blue, grey],
        6,
      );
  });

  it.each([
    [9, 16],
    [9, 18],
    [12, 16],
    [9, 14],
  ])('is refused in words where its colours are those of HDR (%i, %i)', async (primaries, transfer) => {
    const bytes = withProperties(quarters[format], [nclx(primaries, transfer)]);
    expect(await preparePicture(bytes, format)).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('The colours of this picture are those of HDR video') },
    });
  });

  it('is the main one of those in the file', async () => {
    const file = quarters[`${format}-two`];
    expectNear((await quartersOf(file, format)).colors, [red, green, blue, grey], 6);
    expectNear((await quartersOf(withMainPicture(file, 2), format)).colors, [green, red, grey, blue], 6);
  });

  it('that is cut off anywhere is damaged, and nothing else', async () => {
    const whole = withProperties(quarters[`${format}-exif-6`], [nclx(12, 13), irot(1)]);
    for (let length = 0; length < whole.length - 40; length += 41)
      expect(await preparePicture(whole.subarray(0, length), format), `${length} bytes`).toMatchObject({
        ok: false,
        failure: { message: expect.stringMatching(/is damaged|HDR video/) },
      });
  });
});

it('the colours of a picture of Display P3 are the same in every format', async () => {
  const source = sharp(quarters.avif).withIccProfile('p3');
  for (const format of ['jpeg', 'png', 'tiff', 'webp'] as const) {
    const bytes = await source.clone().toFormat(format, { quality: 100 }).toBuffer();
    const { data } = await sharp((await sharp(bytes).metadata()).icc ? bytes : Buffer.alloc(0))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data.length).toBeGreaterThan(0);
    expectNear((await quartersOf(bytes, format)).colors, [red, green, blue, grey], 6);
  }
});
