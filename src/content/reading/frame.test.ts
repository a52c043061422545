import { describe, expect, it } from 'vitest';
import { makeTable } from '#domain/objects.ts';
import { blankLink } from '../../../tests/fixtures/link-row.ts';
import type { Locale } from '#domain/locales.ts';
import type { ReadContext } from '#kinds/reading/context.ts';
import { type PageHead, breadcrumbsAbove, makeFrame, pagePaths } from './frame.ts';
import { getLocales, siteIds } from '#domain/sites.ts';
import { type GlobalsRow, globalsRow } from '#kinds/site/shapes.ts';
import { Trace } from '#kinds/reading/trace.ts';

function contextOf(locale: Locale): ReadContext {
  return {
    site: 'main',
    locale,
    locales: getLocales('main'),
    at: '2026-01-10T12:00:00Z',
    trace: new Trace(),
    scope: {},
    routePath: () => null,
    privacyPath: () => null,
    origins: makeTable(siteIds, (site) => `https://${site}.example`),
  };
}
const address = (path: string, title: string) => ({ path, title, nav_title: '' });
const link = {
  ...blankLink,
  id: 5,
  text: 'L',
  target: 'auto',
  page_id: 7,
  page_site: 'main',
  addresses: { en: address('/seven', 'Seven') },
};
const product = {
  slug: 'p',
  sites: ['main'],
  is_published: true,
  publish_from: '2026-02-01T00:00:00Z',
  publish_until: null,
  locales: ['en'],
};
const globals = (): GlobalsRow =>
  globalsRow.parse({
    locales: ['en', 'de'],
    settings: {},
    og_image: null,
    localized: { en: { title: 'Site', description: 'About it', copyright: '©' }, de: { title: 'Seite' } },
    menus: {
      main: [
        { id: 'a', label: { en: 'A', de: 'A' }, link: 5, children: [{ id: 'b', label: { en: 'B' }, link: 6 }] },
        { id: 'c', label: { en: 'C' }, link: 99 },
        { id: 'd', label: { en: 'D' }, children: [{ id: 'e', label: { en: 'E' }, link: 5 }] },
      ],
    },
    links: {
      5: link,
      6: { ...link, id: 6, page_id: null, addresses: null, row_kind: 'product', row_id: 1, row: product },
    },
    routes: { home: { en: address('/', 'Home'), de: address('/', 'Start') } },
  });
const head: PageHead = {
  title: 'Page',
  description: '',
  noindex: false,
  hidden: [],
  ogType: 'website',
  ogImage: null,
  paths: { en: '/page', de: '/de/seite' },
  breadcrumbs: [
    { title: 'Home', href: '/' },
    { title: 'Page', href: null },
  ],
  jsonLd: [],
};

describe('the privacy notice', () => {
  it('is the item of that id in the legal menu, in the languages in which it has a label', () => {
    const row = globals();
    row.menus.legal = [
      { id: 'imprint', label: { en: 'Imprint', de: 'Impressum' }, link: 5 },
      { id: 'privacy', label: { en: 'Privacy' }, link: 5 },
    ];
    const frame = makeFrame(row, head, contextOf('en'));
    expect(frame.privacyHref).toBe(frame.menus.legal[1]?.href);
    expect(frame.privacyHref).not.toBeNull();
    expect(makeFrame(row, head, contextOf('de')).privacyHref).toBeNull();
    expect(makeFrame(globals(), head, contextOf('en')).privacyHref).toBeNull();
  });
});

describe('the head of a page', () => {
  it('names each locale by its language, the default one for everybody else, and itself', () => {
    const frame = makeFrame(globals(), head, contextOf('de'));
    expect(frame.head.canonical).toBe('https://main.example/de/seite');
    expect(frame.head.alternates).toEqual([
      { language: 'en', href: 'https://main.example/page' },
      { language: 'de', href: 'https://main.example/de/seite' },
      { language: 'x-default', href: 'https://main.example/page' },
    ]);
    expect(frame.languages.map(({ locale, current }) => [locale, current])).toEqual([
      ['en', false],
      ['de', true],
    ]);
  });

  it('names no language in which search engines are not to list the page, and none where they are not to list it', () => {
    const hidden = { ...head, hidden: ['de'] as const };
    expect(makeFrame(globals(), hidden, contextOf('en')).head.alternates).toEqual([
      { language: 'en', href: 'https://main.example/page' },
      { language: 'x-default', href: 'https://main.example/page' },
    ]);
    const german = makeFrame(globals(), { ...hidden, noindex: true }, contextOf('de'));
    expect(german.head).toMatchObject({ noindex: true, alternates: [], jsonLd: [] });
    expect(german.languages.map(({ locale }) => locale)).toEqual(['en', 'de']);
  });

  it('names no language that robots.txt keeps search engines from', () => {
    const row = globals();
    row.settings.disallow = ['/de/'];
    expect(makeFrame(row, head, contextOf('en')).head.alternates.map(({ language }) => language)).toEqual([
      'en',
      'x-default',
    ]);
    expect(makeFrame(row, head, contextOf('de')).head.alternates).toEqual([]);
  });

  it('takes from the site what the page does not say, in the locale, else in the default one', () => {
    expect(makeFrame(globals(), head, contextOf('de')).head).toMatchObject({
      title: 'Page | Seite',
      description: 'About it',
    });
    expect(makeFrame(globals(), { ...head, title: 'Site' }, contextOf('en')).head.title).toBe('Site');
  });

  it('depends on the description of the site where the page has none', () => {
    const contexts = [contextOf('en'), contextOf('en')] as const;
    makeFrame(globals(), head, contexts[0]);
    makeFrame(globals(), { ...head, description: 'Of its own' }, contexts[1]);
    expect(contexts.map(({ trace }) => trace.tags.has('site/description:main'))).toEqual([true, false]);
  });

  it('describes the way to the page for machines', () => {
    expect(makeFrame(globals(), head, contextOf('en')).head.jsonLd).toEqual([
      expect.objectContaining({ '@type': 'BreadcrumbList' }),
    ]);
    expect(makeFrame(globals(), { ...head, breadcrumbs: [] }, contextOf('en')).head.jsonLd).toEqual([]);
  });
});

describe('the menus', () => {
  it('show an item in the locales of its label, unless it leads nowhere and holds nothing', () => {
    const { menus } = makeFrame(globals(), head, contextOf('en'));
    expect(menus.main.map(({ id, href, children }) => [id, href, children.map((child) => child.id)])).toEqual([
      ['a', '/seven', []],
      ['d', null, ['e']],
    ]);
    expect(makeFrame(globals(), head, contextOf('de')).menus.main.map(({ id }) => id)).toEqual(['a']);
  });

  it('change by the clock on every page, also when they were made for another page', () => {
    const shared = globals();
    const contexts = [contextOf('en'), contextOf('en')];
    for (const context of contexts) makeFrame(shared, head, context);
    for (const { trace } of contexts) {
      expect(trace.nextChangeAt).toBe('2026-02-01T00:00:00.000Z');
      expect([...trace.tags].toSorted()).toEqual(['globals:main', 'site/description:main', 'site:main']);
    }
  });
});

describe('breadcrumbs', () => {
  const above = {
    2: { parent_id: 1, addresses: { en: address('/a/b', 'B') } },
    1: { parent_id: null, addresses: { en: address('/a', 'A') } },
    3: { parent_id: 2, addresses: null },
    8: { parent_id: 9, addresses: { en: address('/8', 'Eight') } },
    9: { parent_id: 8, addresses: { en: address('/9', 'Nine') } },
  };
  const titles = (id: number | null, context = contextOf('en')) =>
    breadcrumbsAbove(id, above, globals(), context).map(({ title }) => title);

  it('lead from the home page down, past pages that are not published, and depend on each', () => {
    const context = contextOf('en');
    expect(titles(3, context)).toEqual(['Home', 'A', 'B']);
    expect([...context.trace.tags]).toEqual(['address:page:3', 'address:page:2', 'address:page:1', 'named:main/home']);
    expect(titles(null)).toEqual(['Home']);
  });

  it('end where pages are above each other in a circle', () => {
    expect(titles(8)).toEqual(['Home', 'Nine', 'Eight']);
  });
});

describe('the paths of a page', () => {
  it('are those of the locales that its site has', () => {
    const addresses = { en: address('/a', 'A'), kr: address('/k', 'K'), de: address('/ü', 'U') };
    expect(pagePaths({ site: 'main', addresses })).toEqual({ en: '/a', de: '/de/%C3%BC' });
    expect(pagePaths({ site: 'main', addresses: null })).toEqual({});
  });
});
