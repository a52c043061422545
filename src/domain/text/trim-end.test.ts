import { describe, expect, it } from 'vitest';
import { isPageAddress } from '#domain/addresses/page-address.ts';
import { canonicalPath } from '#domain/addresses/routes.ts';
import { trimEnd } from './trim-end.ts';

describe('the end of a text', () => {
  it('loses these characters, and no others', () => {
    expect(trimEnd('/about//', '/')).toBe('/about');
    expect(trimEnd('//', '/')).toBe('');
    expect(trimEnd('', '/')).toBe('');
    expect(trimEnd('name.webp);.', ').;')).toBe('name.webp');
  });

  it.each<[what: string, work: (length: number) => unknown]>([
    ['an address', (length) => canonicalPath(`${'/'.repeat(length)}a`)],
    ['the address of a page', (length) => isPageAddress(`/${'.'.repeat(length)}a`)],
  ])('is found in the time that its length takes: %s', (_, work) => {
    const before = process.threadCpuUsage();
    work(300_000);
    const { user, system } = process.threadCpuUsage(before);
    // With the square of the time it is some minutes.
    expect((user + system) / 1000).toBeLessThan(2000);
  });
});
