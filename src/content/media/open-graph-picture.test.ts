import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawOpenGraphPicture } from './open-graph-picture.ts';

test('a picture for sharing has the size that networks show, and the same bytes each time', async () => {
  const image = await sharp({ create: { width: 640, height: 640, channels: 4, background: '#0a0' } })
    .webp()
    .toBuffer();
  const first = await drawOpenGraphPicture(image, 'main');
  expect(await sharp(first).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  expect(await drawOpenGraphPicture(image, 'main')).toEqual(first);
  expect(await drawOpenGraphPicture(image, 'automotive')).not.toEqual(first);
});
