import { describe, expect, it } from 'vitest';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { galleryPath } from '#domain/addresses/gallery-path.ts';
import { pathFor, routeKeys } from '#domain/addresses/routes.ts';
import { siteIds, getLocales } from '#domain/sites.ts';
import { inDraft } from './keep-draft.ts';

const here = new URL('https://www.example.com/company/about?draft=true&show_sidebar=true');

describe('a link in a draft', () => {
  const pages = siteIds.flatMap((site) =>
    getLocales(site).flatMap((locale) =>
      routeKeys
        // The sign-in page has no draft.
        .filter((key) => key !== 'login')
        .map((key) => ({ site, href: pathFor(site, locale, key, { slug: 'a', tag: 'a', post: 'a', author: 'a' }) })),
    ),
  );

  it.each(pages)('leads to the draft: $site $href', ({ site, href }) => {
    if (href === null) throw new Error('The route has no path');
    expect(inDraft(href, here, site)).toBe(`${href}?draft=true`);
  });

  it('keeps its own query and place', () => {
    expect(inDraft('/search?query=hx#results', here, 'main')).toBe('/search?query=hx&draft=true#results');
    expect(inDraft('?page=2#list', here, 'main')).toBe('?page=2&draft=true#list');
    expect(inDraft('https://www.example.com/de', here, 'main')).toBe('/de?draft=true');
    expect(inDraft('/company/about#history', here, 'main')).toBe('/company/about?draft=true#history');
  });

  it('keeps a release and a moment', () => {
    const from = new URL('https://www.example.com/?draft=true&release=7&at=2026-12-01');
    expect(inDraft('/de', from, 'main')).toBe('/de?draft=true&release=7&at=2026-12-01');
    expect(inDraft('/de?release=8&at=2027-01-01', from, 'main')).toBe('/de?release=8&at=2027-01-01&draft=true');
  });

  it.each([
    'https://example.org/',
    'https://developer.example.com/',
    'mailto:a@example.com',
    'tel:+41',
    '#history',
    '',
    '/media/documents/a.pdf',
    '/sitemap.xml',
    '/rss.xml',
    '/_astro/a.js',
    '/login',
    '/de/login',
    '/forms/1',
    '/_preview',
    '/products?at=2026-03-01T09:00Z',
    galleryPath,
    adminPaths.forms,
  ])('leaves alone what has no draft: %s', (href) => {
    expect(inDraft(href, here, 'main')).toBeNull();
  });

  it('adds nothing outside of a draft', () => {
    expect(inDraft('/de', new URL('https://www.example.com/'), 'main')).toBe('/de');
  });
});
