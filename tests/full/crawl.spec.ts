import { expect, test } from '@playwright/test';
import { type SiteId, splitLocale } from '#domain/sites.ts';
import { publishedPages } from '../e2e/published.ts';
import { hosts, origins, siteIds } from '../e2e/fixtures.ts';
import { send } from '../e2e/raw-request.ts';

/**
 * Crawls every page of every site in every locale. Valid markup, metadata, links between languages and what search engines
 * read are tested with each change (`tests/e2e/quality.spec.ts`, `visitor.spec.ts`, `search-engines.spec.ts`).
 */

const pages = () => publishedPages().filter(({ isNotFound }) => !isNotFound);
const nameOf = ({ site, path }: { site: SiteId; path: string }) => `${site} ${path}`;

/** Addresses that a page's markup leads to or shows, on any of our sites. */
function addressesIn(html: string, site: SiteId, path: string): { site: SiteId; path: string }[] {
  const found: { site: SiteId; path: string }[] = [];
  for (const [, name, value = ''] of html.matchAll(/\s(href|src|srcset)="([^"]*)"/g)) {
    const parts = name === 'srcset' ? value.split(',').map((part) => part.trim().split(/\s+/)[0] ?? '') : [value];
    for (const part of parts) {
      const url = new URL(part.replaceAll('&amp;', '&'), `${origins[site]}${path}`);
      const target = siteIds.find((id) => origins[id] === url.origin);
      if (target) found.push({ site: target, path: `${url.pathname}${url.search}` });
    }
  }
  return found;
}

test('no link is broken', async () => {
  const shownOn = new Map<string, { site: SiteId; path: string; on: string }>();
  for (const page of pages()) {
    for (const address of addressesIn(page.html, page.site, page.path)) {
      const key = nameOf(address);
      if (!shownOn.has(key)) shownOn.set(key, { ...address, on: nameOf(page) });
    }
  }
  expect(shownOn.size).toBeGreaterThan(500);
  const broken: string[] = [];
  for (const { site, path, on } of shownOn.values()) {
    const { status } = await send({ path, host: hosts[site], method: 'HEAD' });
    if (status !== 200 && status !== 302) broken.push(`${status} ${site} ${path} (on ${on})`);
  }
  expect(broken).toEqual([]);
});

test('readers are led to pages in their language', async () => {
  const astray = new Set<string>();
  for (const { site, path, locale, html } of pages()) {
    const body = html.slice(html.indexOf('<body'));
    for (const [, before = '', href = '', after = ''] of body.matchAll(/<a\b([^>]*)\shref="(\/[^"]*)"([^>]*)>/g)) {
      // A link may say that it leads to another language: the switcher does, and a document that exists in one alone.
      if (/\shreflang=/i.test(before + after) || /^\/(media|_astro|locales)\//.test(href)) continue;
      const to = splitLocale(site, href.replace(/[?#].*$/, ''))?.locale;
      if (to !== locale) astray.add(`${site}: ${href} (on ${path})`);
    }
  }
  expect([...astray]).toEqual([]);
});
