import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locales } from '#domain/locales.ts';
import { canonicalPath, decodeSegment, matchRoute, pathFor, routeKeys, routePattern } from './routes.ts';
import { getLocales, siteIds } from '#domain/sites.ts';

const segment = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .map((value) => value.normalize('NFC'))
  .filter((value) => value !== '.' && value !== '..' && value.isWellFormed() && !/[/\\\p{Cc}]/u.test(value));

describe('routes', () => {
  it('has German paths where they differ', () => {
    expect(routePattern('products.downloads', 'de')).toBe('/produkte/downloads');
    expect(routePattern('products.compare', 'de')).toBe('/produkte/vergleichen');
    expect(routePattern('products.catalog', 'de')).toBe('/produkte/katalog');
    expect(routePattern('products.inventory', 'de')).toBe('/produkte/lagerbestand');
    expect(routePattern('products.channel-partners', 'de')).toBe('/produkte/vertriebspartner');
    expect(routePattern('products.representatives', 'de')).toBe('/produkte/reprasentanten');
    expect(routePattern('career', 'de')).toBe('/karriere');
    expect(routePattern('company.events', 'de')).toMatch(/^\/unternehmen\/news-bereich\//);
  });

  it('has no two routes with one pattern in any locale', () => {
    for (const locale of locales) {
      const shapes = routeKeys.map((key) => routePattern(key, locale).replace(/\[.*\]/, '[]'));
      expect(new Set(shapes).size).toBe(routeKeys.length);
    }
  });

  it('reads back every path it writes, for every route, site, locale and slug', () => {
    fc.assert(
      fc.property(fc.constantFrom(...siteIds), fc.constantFrom(...routeKeys), segment, (site, key, slug) => {
        for (const locale of getLocales(site)) {
          const parameter = /\[(.*)\]/.exec(routePattern(key, locale))?.[1];
          const parameters = parameter ? { [parameter]: slug } : {};
          const path = pathFor(site, locale, key, { slug, tag: slug, post: slug, author: slug });
          expect(path).not.toBeNull();
          const match = matchRoute(site, path!);
          // A post whose slug is the name of a fixed route's segment is that route, by design of the table.
          if (match?.key !== key && key === 'newsroom.blog.post') continue;
          expect(match).toEqual({ site, locale, key, parameters });
          expect(canonicalPath(path!)).toBe(path);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('refuses locales that a site does not have', () => {
    expect(pathFor('developer', 'de', 'home', {})).toBeNull();
    expect(matchRoute('developer', '/de')).toBeNull();
    expect(matchRoute('automotive', '/de/karriere')).toBeNull();
    expect(matchRoute('main', '/kr')).toBeNull();
    expect(matchRoute('main', '/en')).toBeNull();
    expect(matchRoute('main', '/jp')?.key).toBe('home');
  });

  it('treats the locale prefix as a whole segment', () => {
    expect(matchRoute('main', '/denmark')).toBeNull();
    expect(matchRoute('main', '/de')?.locale).toBe('de');
  });

  it('handles encoded and non-Latin slugs', () => {
    const path = pathFor('main', 'jp', 'products.catalog.detail', { slug: '湿度センサ' });
    expect(path).toBe(`/jp/products/catalog/${encodeURIComponent('湿度センサ')}`);
    expect(matchRoute('main', path!)?.parameters).toEqual({ slug: '湿度センサ' });
    expect(matchRoute('main', '/products/catalog/%E0%A4')).toBeNull();
    expect(decodeSegment('%2e%2e')).toBeNull();
    expect(decodeSegment('a%2Fb')).toBeNull();
    expect(decodeSegment('a%00b')).toBeNull();
    expect(canonicalPath('/a/../b')).toBeNull();
    expect(canonicalPath('/%61bc/')).toBe('/abc');
  });
});
