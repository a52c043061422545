import { expect, test } from '@playwright/test';
import { z } from 'zod';
import { type SiteId, splitLocale } from '#domain/sites.ts';
import { publishedPages } from '../e2e/published.ts';
import { hosts, origins, siteIds } from '../e2e/fixtures.ts';
import { send } from '../e2e/raw-request.ts';

/**
 * Crawls every page of every site in every locale. Valid markup, metadata and links between languages are tested with
 * each change (`tests/e2e/quality.spec.ts`, `visitor.spec.ts`).
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

const text = z.string().min(1);
const absolute = z.url({ protocol: /^https?$/ });
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}/);

/** What search engines need of each type, at the least. */
const structured = z.discriminatedUnion('@type', [
  z.looseObject({ '@type': z.literal('Organization'), name: text, url: absolute }),
  z.looseObject({ '@type': z.literal('Product'), name: text, description: text, sku: text }),
  z.looseObject({ '@type': z.literal('NewsArticle'), headline: text, datePublished: day }),
  z.looseObject({ '@type': z.literal('BlogPosting'), headline: text, datePublished: day, author: z.looseObject({}) }),
  z.looseObject({ '@type': z.literal('Article'), headline: text, datePublished: day }),
  z.looseObject({ '@type': z.literal('Event'), name: text, startDate: day, location: z.looseObject({}) }),
  z.looseObject({
    '@type': z.literal('JobPosting'),
    title: text,
    description: text,
    datePosted: day,
    hiringOrganization: z.looseObject({ name: text }),
  }),
  z.looseObject({
    '@type': z.literal('FAQPage'),
    mainEntity: z.array(z.looseObject({ name: text, acceptedAnswer: z.looseObject({ text }) })).min(1),
  }),
  z.looseObject({
    '@type': z.literal('BreadcrumbList'),
    itemListElement: z.array(z.looseObject({ position: z.int().positive(), name: text, item: absolute })).min(2),
  }),
  z.looseObject({ '@type': z.literal('ItemList'), itemListElement: z.array(z.looseObject({})).min(1) }),
  z.looseObject({ '@type': z.literal('Person'), name: text }),
  z.looseObject({ '@type': z.literal('ProfilePage'), mainEntity: z.looseObject({ name: text }) }),
]);

test('structured data is what search engines read', () => {
  const faults: string[] = [];
  let count = 0;
  for (const page of pages()) {
    for (const [, json = ''] of page.html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)) {
      count += 1;
      const value: unknown = JSON.parse(json);
      const items = z.array(z.unknown()).safeParse(value).data ?? [value];
      for (const item of items) {
        const parsed = structured.safeParse(item);
        const [issue] = parsed.error?.issues ?? [];
        if (issue) faults.push(`${nameOf(page)}: ${issue.path.join('.')} ${issue.message} in ${json.slice(0, 120)}`);
      }
    }
  }
  expect(count).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});
