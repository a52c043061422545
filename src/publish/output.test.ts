import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locales } from '#domain/locales.ts';
import { canonicalPath } from '#domain/addresses/routes.ts';
import { siteIds } from '#domain/sites.ts';
import { outputFile } from '#edge/output-file.ts';
import { type OutputKind, isPage, mayRemove, outputKindSchema, outputPath, pathsOfFile } from './output.ts';

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

  it('is none for an address that leads to a file of the site, whatever shows it', () => {
    const files = [
      '/_release.json',
      '/index.html',
      '/de/index.html',
      '/robots.txt',
      '/404.html',
      '/%69ndex.html',
      '/de',
    ];
    for (const kind of outputKindSchema.options.filter((each) => isPage(each) && each !== 'not_found')) {
      for (const locale of ['en', 'de'] as const) {
        for (const file of kind === 'page' ? files : ['index.html', 'a.ics', 'rss.xml', 'newsroom/Index.HTML']) {
          expect(outputPath({ ...page, kind, locale }, file), `${kind} ${file}`).toBeNull();
        }
      }
    }
    expect(outputPath({ ...page, kind: 'list_feed' }, '/robots.txt')).toBeNull();
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
        fc.constantFrom(...outputKindSchema.options),
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

  it('is that of one output, whatever their addresses', () => {
    const address = fc.oneof(
      fc.constantFrom(
        '/',
        '/de',
        '/a',
        '/A',
        '/index.html',
        '/robots.txt',
        '/rss.xml',
        '/a/rss.xml',
        '/_redirects',
        'a',
        'a.ics',
      ),
      fc
        .array(fc.constantFrom('a', 'de', 'index.html', '.', '_x', 'rss.xml'), { maxLength: 3 })
        .map((s) => `/${s.join('/')}`),
    );
    const output = fc.record({
      kind: fc.constantFrom(...outputKindSchema.options),
      locale: fc.constantFrom('en', 'de'),
      address,
    });
    fc.assert(
      fc.property(output, output, (one, other) => {
        const fileOf = ({ kind, locale, address: at }: typeof one) => {
          const place = outputPath({ site: 'main', kind, ref: 1, locale }, at);
          return place === null ? null : outputFile(place);
        };
        const isOnce = (kind: OutputKind) => !isPage(kind) && !['calendar', 'list_feed'].includes(kind);
        // One of them, at least, is made once for a site or a locale, whatever its address.
        if (one.kind === other.kind || !(isOnce(one.kind) || isOnce(other.kind))) return;
        const file = fileOf(one);
        if (file !== null) expect(fileOf(other)).not.toBe(file);
      }),
      { numRuns: 2000 },
    );
  });

  it('is that of every spelling of a path', () => {
    for (const place of ['/', '/de', '/a/b', '/rss.xml', '/%C3%BCber']) {
      expect(pathsOfFile(outputFile(place))).toContain(place);
      expect(pathsOfFile(outputFile(place)).map(outputFile)).toEqual(
        pathsOfFile(outputFile(place)).map(() => outputFile(place)),
      );
    }
    expect(pathsOfFile('index.html')).toEqual(['/index.html', '/']);
    expect(pathsOfFile('de/index.html')).toEqual(['/de/index.html', '/de']);
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

describe('a file that a page has left', () => {
  it.each(locales)('may be removed wherever a page may be, in %s, whether its site has the locale or not', (locale) => {
    for (const site of siteIds) {
      for (const address of ['/', '/a', '/a/b', '/über uns']) {
        const place = outputPath({ site, kind: 'page', ref: 1, locale }, address);
        expect(place !== null && mayRemove({ kind: 'page', locale }, place), `${site} ${place}`).toBe(true);
      }
    }
  });

  it('is left where a page may not be', () => {
    for (const place of ['/de', '/index.html', '/de/index.html', '/robots.txt', '/_release.json', '/media/a.webp'])
      expect(mayRemove({ kind: 'page', locale: 'en' }, place), place).toBe(false);
    for (const place of ['/', '/a', '/en/a', '/jp/a', '/de/index.html', '/de/404.html', '/dex'])
      expect(mayRemove({ kind: 'page', locale: 'de' }, place), place).toBe(false);
  });
});
