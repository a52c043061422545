import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type RouteKey, matchRoute } from '#domain/addresses/routes.ts';
import { type SiteId, getLocales, withLocale } from '#domain/sites.ts';
import { isDisallowed } from '#domain/addresses/robots-rules.ts';
import { expect, origins, siteIds, test } from './fixtures.ts';
import { currentDirectory, isListed, linksWithRel, publishedPages, tagsNamed } from './published.ts';

/** What the published pages of the demo tell search engines. They are read as files; no browser is needed. */

const pages = () => publishedPages().filter(({ isNotFound }) => !isNotFound);
const addressOf = ({ site, path: url }: { site: SiteId; path: string }) => `${origins[site]}${url}`;
const byAddress = () => new Map(pages().map((page) => [addressOf(page), page]));

function textIn(html: string, name: string): string {
  const [, text = ''] = new RegExp(`<${name}\\b[^>]*>(.*?)</${name}>`, 's').exec(html) ?? [];
  return text.replace(/<[^>]*>/g, '').trim();
}

test('titles say what a page of a product, a subject or an author is, in its language', () => {
  const keys: readonly RouteKey[] = ['products.catalog.detail', 'newsroom.blog.tag', 'newsroom.blog.author'];
  const known = byAddress();
  const faults: string[] = [];
  const named = pages().filter((page) => keys.some((key) => matchRoute(page.site, page.path)?.key === key));
  for (const page of named) {
    const title = textIn(page.html, 'title');
    if (title.split(' | ')[0] === textIn(page.html, 'h1')) faults.push(`${addressOf(page)}: ${title}`);
    for (const { href = '' } of linksWithRel(page.html, 'alternate')) {
      const other = known.get(href);
      if (other && other.locale !== page.locale && textIn(other.html, 'title') === title)
        faults.push(`${addressOf(page)}: ${title}, and in ${other.locale} as well`);
    }
  }
  expect(named.length).toBeGreaterThan(200);
  expect(faults).toEqual([]);
});

test('links and their anchors lead to what exists, on every site', () => {
  const ids = new Map<string, Set<string>>();
  for (const page of publishedPages()) {
    ids.set(addressOf(page), new Set([...page.html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id)));
  }
  const dead = new Map<string, string>();
  let anchors = 0;
  for (const page of publishedPages()) {
    for (const { attributes } of tagsNamed(page.html, 'a')) {
      const { href } = attributes;
      if (href === undefined || !URL.canParse(href, addressOf(page))) continue;
      const url = new URL(href, addressOf(page));
      if (!siteIds.some((site) => origins[site] === url.origin)) continue;
      if (/^\/(media|login|_)/.test(url.pathname) || /\.(xml|ics)$/.test(url.pathname)) continue;
      const found = ids.get(`${url.origin}${url.pathname}`);
      const anchor = decodeURIComponent(url.hash.slice(1));
      if (anchor !== '') anchors += 1;
      if (!found || (anchor !== '' && !found.has(anchor))) dead.set(url.href, addressOf(page));
    }
  }
  expect(anchors).toBeGreaterThan(500);
  expect([...dead].map(([link, from]) => `${link} (on ${from})`)).toEqual([]);
});

test.describe('robots.txt', () => {
  const textOf = (site: SiteId, file: string) => readFileSync(path.join(currentDirectory(site), file), 'utf8');
  const rulesOf = (site: SiteId) =>
    [...textOf(site, 'robots.txt').matchAll(/^Disallow: (.*)$/gm)].map(([, rule = '']) => rule);

  for (const site of siteIds) {
    test(`${site}: nothing that it forbids is in a sitemap, and everything else is`, () => {
      const files = [...textOf(site, 'sitemap.xml').matchAll(/<loc>[^<]*(\/sitemap-[^<]*)<\/loc>/g)];
      const listed = new Set<string>();
      for (const [, file = ''] of files) {
        for (const [, url = ''] of textOf(site, file).matchAll(/(?:<loc>|hreflang="[^"]*" href=")([^<"]*)/g)) {
          listed.add(new URL(url).pathname);
        }
      }
      const rules = rulesOf(site);
      expect([...listed].filter((listedPath) => isDisallowed(rules, listedPath))).toEqual([]);
      const allowed = pages().filter((page) => page.site === site && isListed(page));
      expect(allowed.map((page) => page.path).filter((allowedPath) => !listed.has(allowedPath))).toEqual([]);
    });
  }
});

test('the privacy notice and the imprint are on every page in its language, and under every form', () => {
  const faults: string[] = [];
  let forms = 0;
  for (const page of pages()) {
    const legal = /<div class="site-footer__end">.*?<nav[^>]*>(.*?)<\/nav>/s.exec(page.html)?.[1] ?? '';
    const hrefs = tagsNamed(legal, 'a').map(({ attributes }) => attributes['href'] ?? '');
    const own = ['/imprint', '/privacy', '/impressum', '/datenschutz'].map((rest) => withLocale(page.locale, rest));
    if (hrefs.filter((href) => own.includes(href)).length !== 2) faults.push(`${addressOf(page)}: ${hrefs.join()}`);
    for (const [form] of page.html.matchAll(/<form class="custom-forms__form".*?<\/form>/gs)) {
      forms += 1;
      const led = tagsNamed(form, 'a').some(({ attributes }) =>
        /\/(privacy|datenschutz)$/.test(attributes['href'] ?? ''),
      );
      if (!led) faults.push(`${addressOf(page)}: a form without its privacy notice`);
    }
  }
  expect(forms).toBeGreaterThan(5);
  expect(faults).toEqual([]);
});

test('the privacy notice and the imprint are written in every language of every site', () => {
  const known = byAddress();
  for (const site of siteIds) {
    for (const [english, german] of [
      ['/privacy', '/datenschutz'],
      ['/imprint', '/impressum'],
    ] as const) {
      const texts = getLocales(site).map((locale) => {
        const page = known.get(`${origins[site]}${withLocale(locale, locale === 'de' ? german : english)}`);
        return page ? textIn(page.html, 'main') : '';
      });
      expect(
        texts.map((text) => text.length > 150),
        `${site} ${english}`,
      ).toEqual(texts.map(() => true));
      expect(new Set(texts).size, `${site} ${english}`).toBe(texts.length);
    }
  }
});

const text = z.string().min(1);
const absolute = z.url({ protocol: /^https?$/ });
const time = z.string().regex(/^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d\d:\d\d)$/);
const image = z.union([absolute, z.array(absolute).min(1)]);
const typed = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.looseObject({ '@type': z.literal(type), ...shape });
const logo = typed('ImageObject', { url: absolute });
const organization = typed('Organization', { name: text, url: absolute, logo });
const author = z.discriminatedUnion('@type', [typed('Person', { name: text, url: absolute }), organization]);
const article = { headline: text, datePublished: time, author, publisher: organization, image, inLanguage: text };
const address = typed('PostalAddress', { addressLocality: text, addressCountry: text });

/**
 * The properties of each type that search engines require or, where they show nothing without them, recommend. A type that is
 * not here fails: `Product` is left out on purpose, since it requires offers, reviews or ratings.
 */
const structured = z.discriminatedUnion('@type', [
  typed('Organization', { name: text, url: absolute, logo, sameAs: z.array(absolute) }),
  typed('NewsArticle', article),
  typed('BlogPosting', article),
  typed('Article', article),
  typed('Event', {
    name: text,
    startDate: time,
    endDate: time,
    eventStatus: absolute,
    eventAttendanceMode: absolute,
    organizer: organization,
    location: z.discriminatedUnion('@type', [
      typed('Place', { name: text, address }),
      typed('VirtualLocation', { url: absolute }),
    ]),
  }),
  typed('JobPosting', {
    title: text,
    description: text,
    datePosted: time,
    validThrough: time,
    employmentType: z.array(z.enum(['FULL_TIME', 'PART_TIME'])).min(1),
    hiringOrganization: organization,
    jobLocation: typed('Place', { address }),
    url: absolute,
  }),
  typed('FAQPage', {
    mainEntity: z.array(typed('Question', { name: text, acceptedAnswer: typed('Answer', { text }) })).min(1),
  }),
  typed('BreadcrumbList', {
    itemListElement: z.array(typed('ListItem', { position: z.int().positive(), name: text, item: absolute })).min(2),
  }),
  typed('ProfilePage', { mainEntity: typed('Person', { name: text }) }),
]);

test('structured data has what search engines require of its type', () => {
  const faults = new Set<string>();
  const types = new Set<string>();
  for (const page of publishedPages()) {
    for (const [, json = ''] of page.html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)) {
      const item: unknown = JSON.parse(json);
      const read = structured.safeParse(item);
      if (read.success) types.add(read.data['@type']);
      for (const { path: place, message } of read.error?.issues ?? [])
        faults.add(`${addressOf(page)}: ${place.join('.')} ${message} in ${json.slice(0, 90)}`);
    }
  }
  expect([...faults]).toEqual([]);
  expect([...types].toSorted()).toEqual(structured.options.map(({ shape }) => shape['@type'].value).toSorted());
});
