import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { encodeImage, makeHash, inspectImage } from './pictures/encode-image.ts';

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } });

describe('pictures', () => {
  it('are offered in widths that are not above their own', async () => {
    const facts = await inspectImage(await picture(1600, 900).webp().toBuffer());
    expect(facts).toMatchObject({
      ok: true,
      value: { width: 1600, height: 900, contentType: 'image/webp', extension: 'webp', widths: [320, 640, 960, 1280] },
    });
    expect(await inspectImage(await picture(200, 100).png().toBuffer())).toMatchObject({
      ok: true,
      value: { widths: [200] },
    });
  });

  it('are encoded upright, without what the camera wrote', async () => {
    const turned = await picture(640, 320).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect(await inspectImage(turned)).toMatchObject({ ok: true, value: { width: 320, height: 640 } });
    const encoded = await encodeImage(turned, [320]);
    if (!encoded.ok) throw new Error(encoded.failure.message);
    const small = await sharp(encoded.value.get(320)).metadata();
    expect(small).toMatchObject({ format: 'webp', width: 320, height: 640 });
    expect(small.exif).toBeUndefined();
  });

  it('are the same bytes whenever they are encoded', async () => {
    const source = await picture(700, 500).webp().toBuffer();
    const [first, second] = [await encodeImage(source, [320, 640]), await encodeImage(source, [320, 640])];
    if (!first.ok || !second.ok) throw new Error('not encoded');
    for (const [width, content] of first.value)
      expect(makeHash(content)).toBe(makeHash(second.value.get(width) ?? Buffer.of()));
  });

  it('are refused when they are none, or too large', async () => {
    expect(await inspectImage(Buffer.from('no picture'))).toMatchObject({ ok: false });
    expect(
      await inspectImage(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')),
    ).toMatchObject({ ok: false });
    expect(await inspectImage(await picture(9000, 9000).png().toBuffer())).toMatchObject({ ok: false });
    const whole = await picture(400, 400).webp().toBuffer();
    expect(await encodeImage(whole.subarray(0, 60), [320])).toMatchObject({ ok: false });
  });
});
