import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Metadata } from 'sharp';
import { describe, expect, it } from 'vitest';
import type { PictureFormat } from '#domain/new-medium.ts';
import { phonePicture } from '../../../tests/fixtures/phone-picture.ts';
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
