import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDisallowed } from '#domain/addresses/robots-rules.ts';
import { canonicalPath } from '#domain/addresses/routes.ts';
import { makeTable } from '#domain/objects.ts';
import { siteIds } from '#domain/sites.ts';
import { renderFeed } from './feed.ts';
import { sourceText } from '#domain/redirects/redirect-source.ts';
import { parseRedirects } from '#edge/parse-redirects.ts';
import { type RedirectRows, renderRedirects, resolveRedirects } from './redirects.ts';
import { renderRobots } from './robots.ts';
import { renderSitemap, renderSitemapIndex } from './sitemap.ts';
import { escapeXml } from './xml.ts';

const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Text content as a strict XML parser reads it. */
function parseText(escaped: string): string {
  if (/[<>"']/.test(escaped) || /&(?!(lt|gt|amp|quot|apos);)/.test(escaped))
    throw new Error(`not well-formed: ${escaped}`);
  return escaped.replace(/&(\w+);/g, (_, name: string) => named[name] ?? '');
}

describe('escapeXml', () => {
  it('can be read back by a parser, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        // XML 1.0 has no control characters but tab and line ends, and two characters less.
        const allowed = text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '');
        expect(parseText(escapeXml(text))).toBe(allowed);
      }),
    );
  });
});

describe('the feed', () => {
  const feed = {
    title: 'News & more',
    description: 'All <news>',
    language: 'en',
    homeUrl: 'https://example.com/',
    url: 'https://example.com/rss.xml',
    items: [
      {
        id: 'main/article/7/en',
        title: 'A "sensor"',
        url: 'https://example.com/a?b=1&c=2',
        description: 'It’s new',
        publishedAt: '2026-01-10T12:00:00+00:00',
      },
    ],
  };

  it('is RSS 2.0 with escaped texts and dates as mail has them', () => {
    const xml = renderFeed(feed);
    expect(xml).toContain('<title>News &amp; more</title>');
    expect(xml).toContain('<link>https://example.com/a?b=1&amp;c=2</link>');
    expect(xml).toContain('<pubDate>Sat, 10 Jan 2026 12:00:00 GMT</pubDate>');
    expect(xml.match(/<item>/g)).toHaveLength(1);
  });

  it('knows an entry by its id, whatever its address', () => {
    const [item] = feed.items;
    const moved = renderFeed({ ...feed, items: item ? [{ ...item, url: 'https://example.com/moved' }] : [] });
    expect(moved).toContain('<guid isPermaLink="false">main/article/7/en</guid>');
    expect(moved.match(/<guid.*<\/guid>/)?.[0]).toBe(renderFeed(feed).match(/<guid.*<\/guid>/)?.[0]);
  });

  it('says the same each time', () => {
    expect(renderFeed(feed)).toBe(renderFeed(structuredClone(feed)));
  });
});

describe('robots.txt', () => {
  it('allows everything but the rules, and names the sitemap', () => {
    expect(renderRobots('https://example.com', ['/search'])).toBe(
      'User-agent: *\nAllow: /\nDisallow: /search\n\nSitemap: https://example.com/sitemap.xml\n',
    );
  });

  it.each([
    ['/search', '/search/humidity', true],
    ['/search', '/searching', true],
    ['/search', '/de/search', false],
    ['/search$', '/search/humidity', false],
    ['/search$', '/search', true],
    ['/*/search', '/jp/search', true],
    ['/a.c(d', '/abc(d', false],
    ['/über', '/%C3%BCber/uns', true],
    ['/%C3%BCber', '/%C3%BCber', true],
    ['/%', '/x', false],
    ['', '/', false],
  ])('forbids by %j the path %j: %j', (rule, path, forbidden) => {
    expect(isDisallowed([rule], path)).toBe(forbidden);
  });

  it('cannot be given another line by a rule', () => {
    expect(renderRobots('https://example.com', ['/a\nAllow: /b\r\n']).split('\n')).toHaveLength(6);
  });
});

describe('the sitemap', () => {
  const entries = [
    {
      kind: 'page' as const,
      ref: 1,
      locales: { de: '/über', en: '/about' },
      changed_at: '2026-01-10T23:30:00-05:00',
      image: null,
    },
  ];

  it('has each locale with all its alternates, in the order of the locales', () => {
    const xml = renderSitemap('main', 'https://example.com', entries);
    expect([...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url)).toEqual([
      'https://example.com/about',
      'https://example.com/de/%C3%BCber',
    ]);
    expect(xml.match(/hreflang="x-default" href="https:\/\/example.com\/about"/g)).toHaveLength(2);
    expect(xml.match(/hreflang="de"/g)).toHaveLength(2);
  });

  it('dates changes in UTC', () => {
    expect(renderSitemap('main', 'https://example.com', entries)).toContain('<lastmod>2026-01-11</lastmod>');
  });

  it('shows the largest variant of the picture of each entry', () => {
    const image = {
      id: 1,
      hash: 'abc',
      width: 1600,
      height: 900,
      widths: [480, 1600],
      has_avif: false,
      is_decorative: false,
      localized: {},
    };
    const xml = renderSitemap(
      'main',
      'https://example.com',
      entries.map((entry) => ({ ...entry, image })),
    );
    expect(xml.match(/<image:loc>https:\/\/example.com\/media\/abc-1600.webp<\/image:loc>/g)).toHaveLength(2);
  });

  it('leaves out a locale that the site does not have', () => {
    const product = [
      { kind: 'product' as const, ref: 1, locales: { kr: 'a' }, changed_at: '2026-01-10T00:00:00Z', image: null },
    ];
    expect(renderSitemap('main', 'https://example.com', product)).not.toContain('<loc>');
  });

  it('leaves out what robots.txt forbids, as an alternate too', () => {
    const xml = renderSitemap('main', 'https://example.com', entries, { disallow: ['/about'] });
    expect([...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url)).toEqual([
      'https://example.com/de/%C3%BCber',
    ]);
    expect(xml).not.toContain('/about');
  });

  it('is listed in the index', () => {
    expect(
      renderSitemapIndex('https://example.com', [
        ['page', 0],
        ['product', 12],
      ]),
    ).toContain('<loc>https://example.com/sitemap-product-12.xml</loc>');
  });
});

const row: RedirectRows[number] = {
  from_path: '/old',
  to_path: null,
  status: 301,
  page_id: null,
  locale: null,
  address: null,
  page_site: null,
  row_kind: null,
  from_slug: null,
  row_id: null,
  row: null,
  has_stock: false,
};
const product = {
  slug: 'new',
  sites: ['main'],
  is_published: true,
  publish_from: null,
  publish_until: null,
  locales: ['en' as const, 'de' as const],
};

const origins = makeTable(siteIds, (site) =>
  site === 'main' ? 'https://www.example.com' : `https://${site}.example.com`,
);

describe('redirects', () => {
  const resolve = (part: Partial<RedirectRows[number]>) =>
    resolveRedirects('main', ['en', 'de'], [{ ...row, ...part }], origins);

  it('lead to a page of another site by its address there', () => {
    expect(resolve({ page_id: 1, locale: 'en', address: '/contact', page_site: 'automotive' })).toEqual([
      { from: '/old', to: 'https://automotive.example.com/contact', status: 301 },
    ]);
  });

  it('lead to a path, to where a page is now, or nowhere for good', () => {
    expect(resolve({ to_path: '/new' })).toEqual([{ from: '/old', to: '/new', status: 301 }]);
    expect(resolve({ page_id: 1, locale: 'de', address: '/wo es ist' })).toEqual([
      { from: '/old', to: '/de/wo%20es%20ist', status: 301 },
    ]);
    expect(resolve({ page_id: 1, locale: 'de', address: '/kontakt', page_site: 'main' })[0]?.to).toBe('/de/kontakt');
    expect(resolve({ status: 410 })).toEqual([{ from: '/old', to: null, status: 410 }]);
  });

  it.each([
    'javascript:alert(1)',
    '/\\evil.example',
    '//evil.example',
    '/\t/evil.example',
    'data:text/html,x',
    'https://',
    'https:/\\evil.example',
    'https://user@evil.example',
    'evil',
    '\u0000/x',
  ])('never lead to %j', (to) => {
    const [redirect] = resolve({ to_path: to });
    // White space is encoded, and part of a path of this site.
    if (to === '/\t/evil.example') expect(redirect?.to).toBe('/%09/evil.example');
    else expect(redirect).toBeUndefined();
  });

  it('are left out when they lead nowhere any more, or to themselves', () => {
    expect(resolve({ to_path: '/old' })).toEqual([]);
    expect(resolve({ from_path: '/a/../b', to_path: '/x' })).toEqual([]);
  });

  it('lead from an earlier slug to the record in each of its locales', () => {
    const part = { from_path: null, row_kind: 'product' as const, from_slug: 'old', row_id: 1 };
    expect(resolve({ ...part, row: product })).toEqual([
      { from: '/products/catalog/old', to: '/products/catalog/new', status: 301 },
      { from: '/de/produkte/katalog/old', to: '/de/produkte/katalog/new', status: 301 },
    ]);
    expect(resolve({ ...part, row: { ...product, slug: 'old' } })).toEqual([]);
  });

  it('lead from the earlier address of its stock and of its calendar file as well', () => {
    const part = { from_path: null, from_slug: 'old', row_id: 1, row: { ...product, locales: ['en' as const] } };
    expect(resolve({ ...part, row_kind: 'product', has_stock: true })).toContainEqual({
      from: '/products/inventory/old',
      to: '/products/inventory/new',
      status: 301,
    });
    const event = { ...part.row, news_category: 'career' };
    expect(resolve({ ...part, row_kind: 'event', row: event }).map(({ from, to }) => [from, to])).toEqual([
      ['/company/news/events/event/old', '/career/career-news/career-events/event/new'],
      ['/career/career-news/career-events/event/old', '/career/career-news/career-events/event/new'],
      ['/company/news/events/event/old.ics', '/career/career-news/career-events/event/new.ics'],
      ['/career/career-news/career-events/event/old.ics', '/career/career-news/career-events/event/new.ics'],
    ]);
  });

  it('say that what was moved is gone once it is withdrawn or deleted', () => {
    expect(resolve({ page_id: 1, locale: 'en', address: null })).toEqual([{ from: '/old', to: null, status: 410 }]);
    const part = { from_path: null, row_kind: 'product' as const, from_slug: 'old', row_id: 1 };
    const gone = ['/products/catalog/old', '/de/produkte/katalog/old'].map((from) => ({ from, to: null, status: 410 }));
    expect(resolve({ ...part, row: { ...product, is_published: false } })).toEqual(gone);
    expect(resolve({ ...part, row: { ...product, sites: ['developer'] } })).toEqual(gone);
    expect(resolve({ ...part, row: null })).toEqual(expect.arrayContaining(gone));
  });

  it('are one for each path: what leads on comes before what is gone', () => {
    const rows = [
      { ...row, from_path: '/ü', status: 410 },
      { ...row, from_path: '/%C3%BC', to_path: '/new' },
    ];
    const one = [{ from: '/%C3%BC', to: '/new', status: 301 }];
    expect(resolveRedirects('main', ['en'], rows, origins)).toEqual(one);
    expect(resolveRedirects('main', ['en'], rows.toReversed(), origins)).toEqual(one);
  });

  it('are in the same order whether the addresses that are left are known already or not', () => {
    const moved = { ...row, from_path: null, row_kind: 'product' as const, row_id: 1, row: product };
    const rows = ['before', 'earlier'].map((from_slug) => ({ ...moved, from_slug }));
    const known = resolveRedirects('main', ['en', 'de'], rows, origins);
    const left = known.slice(-2).map(({ from }) => ({ ...row, from_path: from, status: 410 }));
    expect(resolveRedirects('main', ['en', 'de'], [...left, ...rows], origins)).toEqual(known);
    expect(known).toHaveLength(4);
  });

  it('can be read back from their file', () => {
    const place = fc
      .array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 3 })
      .map((parts) => canonicalPath(`/${parts.map(encodeURIComponent).join('/')}`) ?? '/x');
    const redirect = fc.record({ from: place, to: fc.oneof(place, fc.webUrl()), status: fc.constantFrom(301, 302) });
    fc.assert(
      fc.property(fc.uniqueArray(redirect, { selector: ({ from }) => from }), (redirects) => {
        const known = redirects.map(({ from, ...rest }) => ({ ...rest, from: from.replaceAll('*', '%2A') }));
        const read = [...parseRedirects(renderRedirects(known)).at.values()].flat();
        expect(read.map(({ source, ...rest }) => ({ ...rest, from: sourceText(source) }))).toEqual(known);
      }),
    );
    const gone = parseRedirects(renderRedirects([{ from: '/gone', to: null, status: 410 }]));
    expect(gone.at.get('/gone')).toMatchObject([{ to: null, status: 410 }]);
  });

  it('cannot be given another line by what an editor typed', () => {
    expect(resolve({ to_path: '/湿度 ü' })[0]?.to).toBe('/%E6%B9%BF%E5%BA%A6%20%C3%BC');
    const text = renderRedirects(resolve({ to_path: '/new 200\n/admin /evil' }));
    expect([...parseRedirects(text).at.keys()]).toEqual(['/old']);
  });

  it('are of one address each, or of everything below one, as hosts that know patterns read it', () => {
    const text = (from_path: string, to_path = '/new') => renderRedirects(resolve({ from_path, to_path }));
    expect(text('/a%2A')).toBe('/a%2A /new 301\n');
    expect(text('/helm/v3/*', '/docs/:splat')).toBe('/helm/v3/* /docs/:splat 301\n');
    expect(text('/page.php?id=12&b=2')).toBe('/page.php?b=2&id=12 /new 301\n');
    expect(text('/old#part')).toBe('');
    expect(text('/old', '/new/:splat')).toBe('');
  });

  it('stand in the order in which they count, for hosts that take the first one', () => {
    const froms = ['/*', '/a/*', '/b', '/a', '/a/b/*', '/a?x=1', '/a/*?x=1', '/a?x=1&y=1'];
    const rows = froms.map((from_path) => ({ ...row, from_path, to_path: '/new' }));
    const lines = renderRedirects(resolveRedirects('main', ['en'], rows, origins))
      .trim()
      .split('\n');
    expect(lines.map((line) => line.split(' ')[0])).toEqual([
      '/a?x=1&y=1',
      '/a?x=1',
      '/b',
      '/a',
      '/a/b/*',
      '/a/*?x=1',
      '/a/*',
      '/*',
    ]);
  });
});
