import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Locale, defaultLocale, isLocale } from '#domain/locales.ts';
import { type SiteId, isSiteId, getLocales } from '#domain/sites.ts';
import type { Client } from '#content/clients/client.ts';
import type { Json } from '#database/database.types.ts';
import type { StagedRow } from '#kinds/contract.ts';
import { calendarPath, rowPath } from '#kinds/places.ts';
import { type KindName, type RowKind, rowKinds } from '#kinds/registry.ts';
import { localeSchema, siteSchema } from '#kinds/reading/localized-row.ts';
import type { NamedOutput } from './draw-plan.ts';
import { type OutputKind, outputKindSchema, sitemapKindSchema, sitemapPath } from '#publish/output.ts';

/** A record as its rows would be; without rows it would be deleted. */
export type PlannedRecord = { kind: KindName; id: number | string; rows: readonly StagedRow[] | null };

const changes = z.object({
  tags: z.array(z.string()),
  rows: z.array(z.object({ kind: z.string(), ref: z.number().optional(), site: z.string().optional() })),
});

const plan = z.object({
  outputs: z.array(
    z.object({
      site: siteSchema,
      kind: outputKindSchema,
      ref: z.number(),
      locale: localeSchema,
      listed: sitemapKindSchema.nullable(),
      path: z.string().nullable(),
      hash: z.string().nullable(),
      address: z.string().nullable(),
      reasons: z.array(z.string()),
      shown: z.boolean(),
    }),
  ),
});
export type Affected = z.output<typeof plan>['outputs'][number];

/** More than anyone reads. */
const planLimit = 2000;

/**
 * The URLs that publishing records would draw again, and why. A page that reads a changed field and shows none of it is among
 * them all the same, until it is drawn (`drawPlan`).
 */
export function planRecords(client: Client, records: readonly PlannedRecord[], at: string): Promise<NamedOutput[]> {
  return planChanges(client, { records, at, also: null });
}

/** Other changes that become live with records: their tags and rows, and the outputs that are their own. */
type OtherChanges = z.output<typeof changes> & {
  isOwn: (output: Affected) => boolean;
  /** Whether it is a page of theirs that they leave as it is: it is read, and drawn where it shows another change. */
  isUnchangedPage: (output: Affected) => boolean;
  planOwn: (outputs: readonly Affected[]) => NamedOutput[];
};

/** What `planRecords` answers, with other changes that become live together with the records. */
export async function planChanges(
  client: Client,
  { records, at, also }: { records: readonly PlannedRecord[]; at: string; also: OtherChanges | null },
): Promise<NamedOutput[]> {
  const asked = records.map(({ kind, id, rows }) => ({ kind, id: String(id), rows: rows as Json }));
  const news = await callFunction(client, 'record_changes', changes, { p_records: asked });
  const others = also?.tags ?? [];
  // A sitemap has the day on which each of its pages changed, and nothing of a record without a page.
  const sitemaps = new Set(records.flatMap((record) => findSitemap(record)?.tag ?? [])).difference(new Set(others));
  const tags = [...news.tags, ...others, ...sitemaps];
  const { outputs } = await callFunction(client, 'publish_plan', plan, {
    p_tags: [...new Set(tags.map((tag) => splitTag(tag).tag))],
    p_rows: [...news.rows, ...(also?.rows ?? [])],
    p_at: at,
    p_limit: planLimit,
  });
  const readers = groupReaders(tags);
  const own = new Set(records.map(({ kind, id }) => `${kind}:${id}`));
  const shared = outputs.filter((output) => !own.has(`${output.kind}:${output.ref}`) && !also?.isOwn(output));
  const ownPages = records.map((record) => ({ record, pages: planOwn(record, outputs, at) }));
  const listedAnew = new Set(
    ownPages.flatMap(({ record, pages }) => (pages.length > 0 ? (findSitemap(record)?.tag ?? []) : [])),
  );
  const isDrawn = (output: Affected) => {
    const named = also?.isUnchangedPage(output) ? `${output.kind}:${output.ref}` : null;
    return output.reasons.some(
      (reason) =>
        reason !== named && (!sitemaps.has(reason) || listedAnew.has(reason)) && isRead(readers, reason, output.locale),
    );
  };
  return [
    ...(also?.planOwn(outputs) ?? []),
    ...ownPages.flatMap(({ record, pages }) => [...pages, ...planCompanions(record, pages, outputs)]),
    ...shared
      .filter((output) => output.path !== null && output.shown && (isDrawn(output) || also?.isUnchangedPage(output)))
      .map((output) => planned(output, output.path, isDrawn(output) ? 'changed' : 'unchanged'))
      .map((output) => withRecord(output, records)),
  ];
}

function planned({ shown: _, ...output }: Affected, path: string | null, change: NamedOutput['change']): NamedOutput {
  return { ...output, path, change, failure: null, issues: [] };
}

/** A tag without the locales whose readers it concerns. */
function splitTag(tag: string): { tag: string; locales: readonly string[] | null } {
  const [name = '', locales] = tag.split('@');
  return { tag: name, locales: locales === undefined ? null : locales.split(',') };
}

/** By the reason that a tag is in a plan: the locales whose readers see the change; null for all. */
function groupReaders(tags: readonly string[]): Map<string, Set<string> | null> {
  const readers = new Map<string, Set<string> | null>();
  for (const each of tags) {
    const { tag, locales } = splitTag(each);
    const reason = tag.replace(/^([a-z_]+)\/[a-z_]+:/, '$1:');
    const known = readers.get(reason);
    if (locales === null || known === null) readers.set(reason, null);
    else readers.set(reason, new Set([...(known ?? []), ...locales]));
  }
  return readers;
}

function isRead(readers: ReadonlyMap<string, Set<string> | null>, reason: string, locale: Locale): boolean {
  const locales = readers.get(reason);
  return !locales || locales.has(locale);
}

/** The pages of a record's own: those that are there, and those that it would have. */
function planOwn({ kind, id, rows }: PlannedRecord, outputs: readonly Affected[], at: string): NamedOutput[] {
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
      .map((output) => ({ ...planned(output, output.path, 'removed'), isOwn: true })),
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
function withRecord(output: NamedOutput, records: readonly PlannedRecord[]): NamedOutput {
  const record = records.find(({ kind, id }) => kind === addressedBy[output.kind] && id === output.ref);
  if (!record) return output;
  const address = getAddress(record.rows?.[0]?.row ?? null) ?? output.address;
  // A calendar file has the moment in it at which its event was published.
  return { ...output, address, ...(output.kind === 'calendar' ? { isSure: true } : {}) };
}

/** The sitemap that lists the page of a record. */
function findSitemap({ kind, id }: PlannedRecord): { listed: RowKind; part: number; tag: string } | null {
  const listed = rowKinds.find((name) => name === kind);
  if (!listed || typeof id !== 'number') return null;
  const part = Math.floor(id / 500);
  return { listed, part, tag: `sitemap:${listed}:${part}` };
}

/** Files that come with the first page of a record: its calendar, and a sitemap that was not there. */
function planCompanions(
  record: PlannedRecord,
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
