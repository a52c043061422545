import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locales } from '#domain/locales.ts';
import { canonicalPath } from '#domain/routes.ts';
import { siteIds } from '#domain/sites.ts';
import { outputFile, outputKinds, outputPath } from './output.ts';

describe('the path of an output', () => {
  const page = { site: 'main', kind: 'page', ref: 1, locale: 'de' } as const;

  it('carries the prefix of the locale', () => {
    expect(outputPath(page, '/produkte')).toBe('/de/produkte');
    expect(outputPath(page, '/')).toBe('/de');
    expect(outputPath({ ...page, locale: 'en' }, '/')).toBe('/');
  });

  it('is percent-encoded', () => {
    expect(outputPath(page, '/über uns/湿度')).toBe('/de/%C3%BCber%20uns/%E6%B9%BF%E5%BA%A6');
  });

  it('follows the route table for records', () => {
    expect(outputPath({ ...page, kind: 'product' }, 'hx41')).toBe('/de/produkte/katalog/hx41');
    expect(outputPath({ ...page, kind: 'article' }, 'newsroom/a')).toBe(
      '/de/unternehmen/news-bereich/pressemitteilungen-und-news/artikel/a',
    );
    expect(outputPath({ ...page, kind: 'article', locale: 'en' }, 'career/a')).toBe(
      '/career/career-news/news-pressreleases/article/a',
    );
  });

  it('stands below the list, or beside the page, that an output belongs to', () => {
    expect(outputPath({ ...page, kind: 'event', locale: 'en' }, 'career/fair')).toBe(
      '/career/career-news/career-events/event/fair',
    );
    expect(outputPath({ ...page, kind: 'calendar' }, 'newsroom/messe')).toBe(
      '/de/unternehmen/news-bereich/veranstaltungen/veranstaltung/messe.ics',
    );
    expect(outputPath({ ...page, kind: 'list_feed' }, '/newsroom/blog')).toBe('/de/newsroom/blog/rss.xml');
    expect(outputPath({ ...page, kind: 'tag' }, 'luft')).toBe('/de/newsroom/blog/schlagwort/luft');
    expect(outputPath({ ...page, kind: 'author', locale: 'en' }, 'ada')).toBe('/newsroom/blog/author/ada');
  });

  it('is none for an address that cannot be a path', () => {
    for (const address of ['/a/../b', '/a//b', '/a\\b', null]) expect(outputPath(page, address)).toBeNull();
    expect(outputPath({ ...page, kind: 'product' }, '..')).toBeNull();
    expect(outputPath({ ...page, kind: 'product', locale: 'kr' }, 'a')).toBeNull();
  });

  it('is fixed for the files that a site has once', () => {
    expect(outputPath({ ...page, kind: 'feed' }, null)).toBe('/de/rss.xml');
    expect(outputPath({ ...page, kind: 'not_found', locale: 'en' }, null)).toBe('/404.html');
    expect(outputPath({ ...page, kind: 'sitemap', ref: 12, listed: 'employee_story' }, null)).toBe(
      '/sitemap-employee-story-12.xml',
    );
  });
});

describe('the file of a path', () => {
  it('is a directory index, so that any file server finds it', () => {
    expect(outputFile('/')).toBe('index.html');
    expect(outputFile('/de/%C3%BCber%20uns')).toBe('de/über uns/index.html');
    expect(outputFile('/de/404.html')).toBe('de/404.html');
    expect(outputFile('/_redirects')).toBe('_redirects');
  });

  it('stays inside the site, whatever the address', () => {
    const address = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.oneof(fc.constantFrom('..', '.', '%2e%2e', '%2f', '\\', '%00', '', 'a'), fc.string()), {
          maxLength: 6,
        })
        .map((parts) => `/${parts.join('/')}`),
    );
    fc.assert(
      fc.property(
        address,
        fc.constantFrom(...outputKinds),
        fc.constantFrom(...siteIds),
        fc.constantFrom(...locales),
        (text, kind, site, locale) => {
          const place = outputPath({ site, kind, ref: 1, locale }, text);
          if (place === null) return;
          expect(canonicalPath(place)).toBe(place);
          const file = path.resolve('/root', outputFile(place));
          expect(file.startsWith('/root/')).toBe(true);
          expect(path.relative('/root', file)).toBe(outputFile(place));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('is another for every other path', () => {
    const segment = fc.string({ minLength: 1, maxLength: 8 });
    const place = fc
      .array(segment, { minLength: 1, maxLength: 4 })
      .map((parts) => canonicalPath(`/${parts.map(encodeURIComponent).join('/')}`));
    fc.assert(
      fc.property(place, place, (one, other) => {
        if (one !== null && other !== null && one !== other) expect(outputFile(one)).not.toBe(outputFile(other));
      }),
    );
  });
});
