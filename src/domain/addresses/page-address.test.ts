import { describe, expect, it } from 'vitest';
import { isPageAddress } from './page-address.ts';

describe('the address of a page', () => {
  it.each([
    '/',
    '/products',
    '/über uns/湿度',
    '/version 2.5',
    '/mediation',
    '/deutsch',
    '/media-kit',
    '/a/media',
    '/a/de',
  ])('may be %s', (address) => expect(isPageAddress(address)).toBe(true));

  const files = [
    '/_release.json',
    '/_redirects',
    '/index.html',
    '/de/index.html',
    '/robots.txt',
    '/sitemap.xml',
    '/sitemap-1.xml',
    '/404.html',
    '/rss.xml',
    '/catalog-0.json',
    '/favicon.svg',
    '/_astro/app.js',
    '/media/page.html',
    '/media',
    '/de',
    '/en/products',
    '/newsroom/rss.xml',
    '/events/fair.ics',
    '/.well-known/x',
    '/.staging',
  ];
  /** Other spellings of a path, of which at least one file system or server makes the same. */
  const spellings: readonly ((path: string) => string)[] = [
    (path) => path,
    (path) => path.toUpperCase(),
    (path) => `${path}/below`,
    (path) => `${path}/`,
    (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    (path) => path.replace(/(?<=.)[a-z]/, '$&\u200d'),
    (path) => path.replace('s', 'ſ'),
    (path) => `${path}. .`,
  ];
  it.each(files)('is never %s, however it is spelt', (file) => {
    for (const spell of spellings) expect(isPageAddress(spell(file)), spell(file)).toBe(false);
  });

  it('has names that a file system can hold', () => {
    expect(isPageAddress(`/${'湿'.repeat(85)}`)).toBe(true);
    expect(isPageAddress(`/${'湿'.repeat(86)}`)).toBe(false);
  });
});
