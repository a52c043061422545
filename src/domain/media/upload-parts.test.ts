import { expect, it } from 'vitest';
import { partedFile } from './parted-file.ts';
import { countParts, partSize, sizeOfPart } from './upload-parts.ts';

it('has as many parts as the file needs, which together are the file', () => {
  for (const size of [1, partSize, partSize + 1, 5 * partSize - 1]) {
    const sizes = Array.from({ length: countParts(size) }, (_, part) => sizeOfPart(size, part));
    expect(sizes.every((bytes) => bytes > 0)).toBe(true);
    expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBe(size);
    expect(sizeOfPart(size, sizes.length)).toBe(0);
  }
});

it('is known by nothing but a hash and a size', () => {
  const hash = 'ab'.repeat(32);
  expect(partedFile.safeParse({ hash, size: 5 }).success).toBe(true);
  for (const wrong of ['../keys', `${hash}/a`, hash.toUpperCase(), ''])
    expect(partedFile.safeParse({ hash: wrong, size: 5 }).success, wrong).toBe(false);
  for (const size of [0, -1, 1.5, 101 * 1024 * 1024]) expect(partedFile.safeParse({ hash, size }).success).toBe(false);
});
