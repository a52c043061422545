import { describe, expect, it } from 'vitest';
import { isMediaPath, mediaHash } from './media-path.ts';

/** What would leave the folder of media on a disk, in a URL, or on its way to Storage. */
const strangePaths = [
  '',
  '.',
  '..',
  '../keys.json',
  'a/../../keys.json',
  'a/./b',
  '/etc/passwd',
  'a//b',
  'a/',
  '.hidden',
  'a/.staging',
  '%2e%2e/rest/v1/staff?select=*',
  'a%2f..%2fb',
  'a?download=b',
  'a#b',
  'a\\..\\b',
  'a\u0000.pdf',
  'https://evil.example/a',
  'a\ud800.pdf',
  'x'.repeat(201),
  'x/'.repeat(251) + 'x',
];

describe('the path of a stored file', () => {
  it.each([
    'a.webp',
    '4f2c-320.webp',
    'documents/4f2c/data-sheet_2.5.pdf',
    'vectors/_x.svg',
    '4f2c-960.webp-og-main.jpg',
    'a b/ü.pdf',
  ])('may be %s', (path) => expect(isMediaPath(path)).toBe(true));
  it.each(strangePaths)('is never %j', (path) => {
    expect(isMediaPath(path)).toBe(false);
    expect(mediaHash.safeParse(`${path}/`).success).toBe(false);
  });
});
