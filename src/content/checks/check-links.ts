import { type Locale, defaultLocale, englishNames, locales } from '#domain/locales.ts';
import { canonicalPath } from '#domain/addresses/routes.ts';
import { type SiteId, siteHasLocale, withLocale } from '#domain/sites.ts';
import { getDefinition } from '#modules/definitions.ts';
import { locateReferences } from '#schema/references.ts';
import { withArticle } from '#kinds/registry.ts';
import type { LinkRow } from '#kinds/link/shapes.ts';
import type { PlacedRow } from '#kinds/reading/placed-row.ts';
import type { CheckedModule, Finding } from './findings.ts';
import { locateHrefs } from './locate-hrefs.ts';

/** A page as visitors are served it: the anchors in it. Null when nothing answers at the path. */
export type Visited = { anchors: ReadonlySet<string> } | null;

/** The page that is checked, and what its links can lead to. */
export type LinkWorld = {
  site: SiteId;
  locale: Locale;
  /** ISO time for which the page is checked. */
  at: string;
  page: { id: number; addresses: LinkRow['addresses'] };
  link: (id: number) => LinkRow | null;
  /** The published content of a public path, and for null of the page that is checked; undefined when it cannot be known here. */
  visit: (place: SitePath | null) => Visited | undefined;
};

export type SitePath = { site: SiteId; path: string };

/** Links, chosen ones and those in rich text, that lead nowhere, to another language, or past their anchor. */
export function checkLinks(modules: readonly CheckedModule[], world: LinkWorld): Finding[] {
  return modules.flatMap(({ id: moduleId, type, data }) => {
    const { schema } = getDefinition(type);
    const found = (path: readonly (string | number)[], message: string): Finding => ({
      kind: 'link',
      locale: world.locale,
      moduleId,
      path,
      message,
    });
    const chosen = locateReferences(schema, data).flatMap(({ kind, id, path }) => {
      if (kind !== 'link') return [];
      const problem = problemOfLink(id, world);
      return problem === null ? [] : [found(path, problem)];
    });
    const typed = locateHrefs(data).flatMap(({ href, text, path }) => {
      const problem = problemOfHref(href, world);
      return problem === null ? [] : [found(path, `The link “${text}” ${problem}`)];
    });
    return [...chosen, ...typed];
  });
}

/** The places that `visit` will be called with, so that they can be read beforehand. */
export function placesToVisit(modules: readonly CheckedModule[], world: Omit<LinkWorld, 'visit'>): (SitePath | null)[] {
  const asked: (SitePath | null)[] = [];
  checkLinks(modules, {
    ...world,
    visit: (place) => {
      asked.push(place);
      return undefined;
    },
  });
  return asked;
}

function problemOfLink(id: number, world: LinkWorld): string | null {
  const row = world.link(id);
  if (!row) return 'The link was deleted. Choose another one.';
  const name = `The link “${row.text}”`;
  if (row.type === 'anchor') return inName(name, problemOfAnchor(row.anchor, world));
  if (row.page_id !== null) return inName(name, problemOfPage(row, world));
  if (row.row_kind !== null) return inName(name, problemOfRow(row, world));
  if (row.type === 'download') {
    return row.document_path === null && row.url === null ? `${name} has no file to download.` : null;
  }
  if (row.url === null) return `${name} led to a page that was deleted.`;
  return inName(name, problemOfHref(row.url, world));
}

function inName(name: string, problem: string | null): string | null {
  return problem === null ? null : `${name} ${problem}`;
}

function problemOfPage(row: LinkRow, world: LinkWorld): string | null {
  const site = row.page_site ?? world.site;
  const isOwn = row.page_id === world.page.id;
  const addresses = isOwn ? world.page.addresses : row.addresses;
  const locale = [world.locale, defaultLocale].find((candidate) => addresses?.[candidate]);
  const address = locale && addresses?.[locale];
  if (!locale || !address) {
    return Object.keys(addresses ?? {}).length === 0
      ? 'leads to a page that is not published.'
      : `leads to a page that is published neither in ${englishNames[world.locale]} nor in English.`;
  }
  if (locale !== world.locale && siteHasLocale(site, world.locale)) return inEnglish(world);
  if (row.anchor === null) return null;
  if (isOwn) return problemOfAnchor(row.anchor, world);
  const path = canonicalPath(withLocale(locale, address.path));
  const visited = path === null ? undefined : world.visit({ site, path });
  return visited === undefined ? null : problemOfVisit(visited, row.anchor);
}

function problemOfRow(row: LinkRow, world: LinkWorld): string | null {
  const { row: record, row_kind: kind } = row;
  if (kind === null) return null;
  const what = withArticle(kind);
  if (!record) return `leads to ${what} that was deleted.`;
  if (!record.sites.includes(world.site)) return `leads to ${what} that this site does not show.`;
  if (!isShown(record, world.at)) return `leads to ${what} that is not published.`;
  const locale = [world.locale, defaultLocale].find((candidate) => record.locales.includes(candidate));
  if (!locale) return `leads to ${what} that has no page in ${englishNames[world.locale]} or English.`;
  return locale === world.locale ? null : inEnglish(world);
}

function isShown(row: PlacedRow, at: string): boolean {
  const now = Date.parse(at);
  return (
    row.is_published &&
    (row.publish_from === null || Date.parse(row.publish_from) <= now) &&
    (row.publish_until === null || Date.parse(row.publish_until) > now)
  );
}

/** Errors of a typed address. Addresses of other websites are not checked. */
function problemOfHref(href: string, world: LinkWorld): string | null {
  if (href.startsWith('#')) return problemOfAnchor(href, world);
  if (!href.startsWith('/') || href.startsWith('//')) return null;
  const [place = '', anchor = ''] = href.split('#');
  const path = canonicalPath(place.split('?')[0] ?? '');
  if (path === null) return `leads to ${place}, which is no address of this site.`;
  const isOwn = locales.some((locale) => {
    const address = world.page.addresses?.[locale];
    return address !== undefined && canonicalPath(withLocale(locale, address.path)) === path;
  });
  if (isOwn) return anchor === '' ? null : problemOfAnchor(anchor, world);
  const visited = world.visit({ site: world.site, path });
  if (visited === undefined) return null;
  if (visited === null) return `leads to ${place}, where there is no published page.`;
  return anchor === '' ? null : problemOfVisit(visited, anchor);
}

function problemOfVisit(visited: Visited, anchor: string): string | null {
  if (visited === null) return 'leads to a page that is not live yet.';
  const name = anchorName(anchor);
  return visited.anchors.has(name) ? null : `leads to #${name}, which the page does not have.`;
}

function problemOfAnchor(anchor: string | null, world: LinkWorld): string | null {
  const name = anchorName(anchor ?? '');
  // An empty anchor is the top of the page.
  if (name === '' || name === 'top') return null;
  const visited = world.visit(null);
  return !visited || visited.anchors.has(name) ? null : `leads to #${name}, which this page does not have.`;
}

function anchorName(anchor: string): string {
  const name = anchor.replace(/^#/, '');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function inEnglish({ locale }: LinkWorld): string {
  return `leads to a page without ${englishNames[locale]}: readers are led to the English one.`;
}
