import sharp from 'sharp';
import type { SiteId } from '#domain/sites.ts';
import { expect, test } from 'vitest';
import { drawOpenGraphPicture } from './open-graph-picture.ts';

test('a picture for sharing has the size that networks show, and the same bytes each time', async () => {
  const image = await sharp({ create: { width: 640, height: 640, channels: 4, background: '#0a0' } })
    .webp()
    .toBuffer();
  const drawn = (site: SiteId) => drawOpenGraphPicture(image, { site, focus: null });
  const first = await drawn('main');
  expect(await sharp(first).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(await drawn('main')).toEqual(first);
  expect(await drawn('automotive')).not.toEqual(first);
});

test('it shows what the focal point of the image names', async () => {
  const square = { width: 300, height: 300, channels: 3 } as const;
  const image = await sharp({ create: { ...square, height: 600, background: '#000' } })
    .composite([{ input: { create: { ...square, background: '#fff' } }, gravity: 'south' }])
    .webp()
    .toBuffer();
  const brightness = async (y: number) => {
    const drawn = await drawOpenGraphPicture(image, { site: 'main', focus: [50, y] });
    const { channels } = await sharp(
      await sharp(drawn).extract({ left: 300, top: 100, width: 800, height: 400 }).toBuffer(),
    ).stats();
    return Math.round(channels[0]?.mean ?? 0);
  };
  expect(await brightness(0)).toBeLessThan(5);
  expect(await brightness(100)).toBeGreaterThan(250);
});
