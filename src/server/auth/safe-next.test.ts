import { describe, expect, it } from 'vitest';
import { safeNext } from './safe-next.ts';

describe('safeNext', () => {
  it.each([
    ['/', '/'],
    ['/de/produkte?draft=true&show_modal=true', '/de/produkte?draft=true&show_modal=true'],
    ['/products#top', '/products#top'],
    ['/jp/湿度', '/jp/%E6%B9%BF%E5%BA%A6'],
    ['/a/../b', '/b'],
  ])('keeps a path of this site: %j', (next, expected) => {
    expect(safeNext(next)).toBe(expected);
  });

  it.each([
    null,
    undefined,
    '',
    'products',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'javascript:alert(1)',
    ' //evil.example',
    `/${'a'.repeat(3000)}`,
  ])('leads nowhere else: %j', (next) => {
    expect(safeNext(next, '/de')).toBe('/de');
  });
});
