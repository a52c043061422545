import { type Locale, defaultLocale, isLocale } from '#domain/locales.ts';
import { type SiteId, isSiteId, getLocales } from '#domain/sites.ts';
import type { ProposedRecord } from '#changes/change-set.ts';
import type { StagedRow } from '#kinds/contract.ts';
import { calendarPath, rowPath } from '#kinds/places.ts';
import { type KindName, type RowKind, rowKinds } from '#kinds/registry.ts';
import { type OutputKind, sitemapPath } from '#publish/output.ts';
import { type Affected, nameOutput } from './affected.ts';
import type { NamedOutput } from './planned-output.ts';

/** The pages of a record's own: those that are there, and those that it would have. */
export function planRecord(
  { kind, id, rows }: ProposedRecord,
  outputs: readonly Affected[],
  at: string,
): NamedOutput[] {
  const rowKind = rowKinds.find((name) => name === kind);
  if (!rowKind || typeof id !== 'number') return [];
  const now = outputs.filter((output) => output.kind === kind && output.ref === id && output.path !== null);
  const row = rows?.[0]?.row ?? null;
  const wanted = row && isShown(row, at) ? listPlaces(row) : [];
  const slug = typeof row?.['slug'] === 'string' ? row['slug'] : '';
  const category = typeof row?.['newsroom_category'] === 'string' ? row['newsroom_category'] : null;
  const reasons = [`${kind}:${id}`];
  const next = wanted.flatMap(({ site, locale }) => {
    const path = rowPath(rowKind, site, locale, { slug, news_category: category });
    return path === null ? [] : [{ site, locale, path }];
  });
  const there = (site: SiteId, path: string) => now.find((output) => output.site === site && output.path === path);
  return [
    ...next.map(({ site, locale, path }): NamedOutput => {
      const live = there(site, path);
      const common = { site, kind: rowKind, ref: id, locale, listed: null, path, reasons, failure: null, issues: [] };
      return {
        ...common,
        isOwn: true,
        address: getAddress(row),
        hash: live?.hash ?? null,
        change: live ? 'changed' : 'new',
      };
    }),
    ...now
      .filter(({ site, path }) => !next.some((page) => page.site === site && page.path === path))
      .map((output) => ({ ...nameOutput(output, output.path, 'removed'), isOwn: true })),
  ];
}

/** The address by which pages of a record are found: its slug, after the section of its list. */
function getAddress(row: StagedRow['row'] | null): string | null {
  const slug = row?.['slug'];
  const section = row?.['newsroom_category'];
  if (typeof slug !== 'string') return null;
  return typeof section === 'string' ? `${section}/${slug}` : slug;
}

/** The kinds of outputs whose address is that of a record of another kind. */
const addressedBy: Partial<Record<OutputKind, KindName>> = { inventory: 'product', calendar: 'event' };

/** An output at the address that one of the records gives it. */
export function withRecord(output: NamedOutput, records: readonly ProposedRecord[]): NamedOutput {
  const record = records.find(({ kind, id }) => kind === addressedBy[output.kind] && id === output.ref);
  if (!record) return output;
  const address = getAddress(record.rows?.[0]?.row ?? null) ?? output.address;
  // A calendar file has the moment in it at which its event was published.
  return { ...output, address, ...(output.kind === 'calendar' ? { isSure: true } : {}) };
}

/** The sitemap that lists the page of a record. */
export function findSitemap({ kind, id }: ProposedRecord): { listed: RowKind; part: number; tag: string } | null {
  const listed = rowKinds.find((name) => name === kind);
  if (!listed || typeof id !== 'number') return null;
  const part = Math.floor(id / 500);
  return { listed, part, tag: `sitemap:${listed}:${part}` };
}

/** Files that come with the first page of a record: its calendar, and a sitemap that was not there. */
export function planCompanions(
  record: ProposedRecord,
  pages: readonly NamedOutput[],
  outputs: readonly Affected[],
): NamedOutput[] {
  const hasOutput = (site: SiteId, kind: OutputKind, ref: number, locale: Locale) =>
    outputs.some((o) => o.site === site && o.kind === kind && o.ref === ref && o.locale === locale && o.path !== null);
  const appearing = pages.filter(({ change }) => change === 'new');
  const calendars = appearing
    .filter(({ site, kind, ref, locale }) => kind === 'event' && !hasOutput(site, 'calendar', ref, locale))
    .map((page): NamedOutput => ({ ...page, kind: 'calendar', path: page.path && calendarPath(page.path) }));
  const sitemap = findSitemap(record);
  if (!sitemap) return calendars;
  const { listed, part, tag } = sitemap;
  const sites = new Set(appearing.map(({ site }) => site)).difference(
    new Set(outputs.flatMap((o) => (o.kind === 'sitemap' && o.listed === listed && o.ref === part ? [o.site] : []))),
  );
  const common = { kind: 'sitemap' as const, ref: part, locale: defaultLocale, listed, address: null, hash: null };
  const path = sitemapPath(listed, part);
  return [
    ...calendars,
    ...[...sites].map((site): NamedOutput => {
      return { ...common, site, path, change: 'new', reasons: [tag], failure: null, issues: [] };
    }),
  ];
}

function listPlaces({ sites, localized }: StagedRow['row']): { site: SiteId; locale: Locale }[] {
  const locales = Object.keys(typeof localized === 'object' && localized !== null ? localized : {}).filter(isLocale);
  return (Array.isArray(sites) ? sites.filter(isSiteId) : []).flatMap((site) =>
    locales.filter((locale) => getLocales(site).includes(locale)).map((locale) => ({ site, locale })),
  );
}

function isShown(
  { is_published: isPublished, publish_from: from, publish_until: until }: StagedRow['row'],
  at: string,
): boolean {
  const moment = Date.parse(at);
  return (
    isPublished !== false &&
    (typeof from !== 'string' || Date.parse(from) <= moment) &&
    (typeof until !== 'string' || Date.parse(until) > moment)
  );
}
