import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type Locale, type Language, languageCodes } from '#domain/locales.ts';
import { isDisallowed } from '#domain/addresses/robots-rules.ts';
import { type SiteId, siteIds, splitLocale } from '#domain/sites.ts';
import { outDirectory } from './fixtures.ts';

/** A page as published, as a file server would send it. */
export type PublishedPage = {
  site: SiteId;
  /** Percent-encoded, as links write it. */
  path: string;
  file: string;
  locale: Locale;
  language: Language;
  html: string;
  isNotFound: boolean;
};

export function currentDirectory(site: SiteId): string {
  return path.join(outDirectory, site, 'current');
}

/**
 * `produkte/katalog/index.html` is `/produkte/katalog`; a page that is not an index, such as 404.html, has its name in
 * the path.
 */
function pathOfFile(file: string): string {
  const segments = file.split(path.sep).map(encodeURIComponent);
  if (segments.at(-1) === 'index.html') segments.pop();
  return `/${segments.join('/')}`;
}

/** The pages of a site as they are published now. */
export function readPages(site: SiteId): PublishedPage[] {
  const directory = currentDirectory(site);
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html'))
    .toSorted()
    .map((file) => {
      const url = pathOfFile(file);
      const locale = splitLocale(site, url)?.locale ?? 'en';
      const html = readFileSync(path.join(directory, file), 'utf8');
      return {
        site,
        path: url,
        file,
        locale,
        language: languageCodes[locale],
        html,
        isNotFound: /(^|\/)404\.html$/.test(file),
      };
    });
}

let known: PublishedPage[] | null = null;

/** Every published page of the three sites, read once in a worker: other tests of it may have published since. */
export function publishedPages(): readonly PublishedPage[] {
  known ??= siteIds.flatMap(readPages);
  if (known.length === 0) throw new Error(`Nothing is published under ${outDirectory}`);
  return known;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" };

function decode(text: string): string {
  return text.replace(/&(\w+|#\w+);/g, (whole, name: string) => entities[name] ?? whole);
}

export type Tag = { name: string; attributes: Readonly<Record<string, string>> };

/** The elements of a name, with their attributes. The markup is our own, and html-validate reads it strictly elsewhere. */
export function tagsNamed(html: string, name: string): Tag[] {
  return [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'g'))].map(([, inner = '']) => ({
    name,
    attributes: Object.fromEntries(
      [...inner.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [
        key.toLowerCase(),
        decode(value),
      ]),
    ),
  }));
}

export function linksWithRel(html: string, rel: string): Readonly<Record<string, string>>[] {
  return tagsNamed(html, 'link')
    .map(({ attributes }) => attributes)
    .filter((attributes) => attributes['rel'] === rel);
}

export function metaContent(html: string, name: string): string | undefined {
  return tagsNamed(html, 'meta')
    .map(({ attributes }) => attributes)
    .find((attributes) => attributes['name'] === name || attributes['property'] === name)?.['content'];
}

/** Whether search engines may list a page. */
export function isListed({ site, path: address, html }: PublishedPage): boolean {
  const robots = readFileSync(path.join(currentDirectory(site), 'robots.txt'), 'utf8');
  const rules = [...robots.matchAll(/^Disallow: (.*)$/gm)].map(([, rule = '']) => rule);
  return !metaContent(html, 'robots')?.includes('noindex') && !isDisallowed(rules, address);
}
