import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byteRange } from './byte-range.ts';

it.each([
  [null, null],
  ['bytes=0-', { offset: 0, length: 10 }],
  ['bytes=3-5', { offset: 3, length: 3 }],
  ['bytes=3-99', { offset: 3, length: 7 }],
  ['bytes=-4', { offset: 6, length: 4 }],
  ['bytes=-99', { offset: 0, length: 10 }],
  ['bytes=-0', 'none'],
  ['bytes=10-', 'none'],
  ['bytes=5-2', null],
  ['bytes=0-1,3-4', null],
  ['bytes=-', null],
  ['lines=1-2', null],
])('%j of ten bytes is %j', (header, range) => {
  expect(byteRange(header, 10)).toEqual(range);
});

it('never leaves the file', () => {
  const part = fc.option(fc.nat(), { nil: '' });
  fc.assert(
    fc.property(part, part, fc.nat(), (from, to, size) => {
      const range = byteRange(`bytes=${from}-${to}`, size);
      if (range === null || range === 'none') return;
      expect(range.offset).toBeGreaterThanOrEqual(0);
      expect(range.length).toBeGreaterThan(0);
      expect(range.offset + range.length).toBeLessThanOrEqual(size);
    }),
  );
});
