import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Locale, isLocale, locales } from '#domain/locales.ts';
import { getKeys } from '#domain/objects.ts';
import { type SiteId, withLocale } from '#domain/sites.ts';
import type { Client } from '#content/clients/client.ts';
import type { NamedOutput } from './draw-plan.ts';
import { localeSchema } from '#kinds/reading/localized-row.ts';
import { type Affected, type PlannedRecord, planChanges } from './plan-records.ts';

/** A page as a release makes it: its path in each locale, none where it leaves the site. */
export type PlannedPage = { id: number; site: SiteId; paths: Partial<Record<Locale, string>> };

const changes = z.object({
  tags: z.array(z.string()),
  rows: z.array(z.object({ kind: z.string(), ref: z.number().optional(), site: z.string().optional() })),
  /** The languages in which the release leaves a page as it is. */
  same: z.array(z.object({ page: z.number(), locale: localeSchema })),
});

/**
 * The URLs that a release would draw again, and why. Those of its own pages are known, by language; others that read what it
 * changes may stay as they are.
 */
export async function planRelease(
  client: Client,
  { release, pages, records }: { release: number; pages: readonly PlannedPage[]; records: readonly PlannedRecord[] },
  at: string,
): Promise<NamedOutput[]> {
  const news = await callFunction(client, 'release_changes', changes, { p_release: release });
  const same = new Set(news.same.map(({ page, locale }) => `${page}:${locale}`));
  const isSame = (page: number, locale: Locale) => same.has(`${page}:${locale}`);
  const planOwn = (outputs: readonly Affected[]) => pages.flatMap((page) => planPage(page, isSame, outputs));
  const ids = new Set(pages.map(({ id }) => id));
  const isUnchangedPage = ({ kind, ref, locale }: Affected) => kind === 'page' && isSame(ref, locale);
  const isOwn = (output: Affected) => output.kind === 'page' && ids.has(output.ref) && !isUnchangedPage(output);
  return planChanges(client, { records, at, also: { ...news, isOwn, isUnchangedPage, planOwn } });
}

/** What becomes of a page, but for the languages in which it stays as it is. */
function planPage(
  { id, site, paths }: PlannedPage,
  isSame: (page: number, locale: Locale) => boolean,
  outputs: readonly Affected[],
): NamedOutput[] {
  const reasons = [`page:${id}`];
  const common = {
    site,
    kind: 'page' as const,
    ref: id,
    listed: null,
    reasons,
    failure: null,
    issues: [],
    isOwn: true,
  };
  const live = new Map(
    outputs.flatMap(({ kind, ref, locale, path, hash }) =>
      kind === 'page' && ref === id && path !== null ? [[locale, { path, hash }] as const] : [],
    ),
  );
  const wanted = new Map(
    getKeys(paths).flatMap((locale) => {
      const path = paths[locale];
      return isLocale(locale) && path !== undefined ? [[locale, withLocale(locale, path)] as const] : [];
    }),
  );
  return locales.flatMap((locale): NamedOutput[] => {
    if (isSame(id, locale)) return [];
    const [before, after] = [live.get(locale), wanted.get(locale)];
    const address = paths[locale] ?? null;
    const left: NamedOutput[] =
      before === undefined || before.path === after
        ? []
        : [{ ...common, locale, address: null, hash: before.hash, path: before.path, change: 'removed' }];
    if (after === undefined) return left;
    const hash = before?.path === after ? before.hash : null;
    return [
      { ...common, locale, address, hash, path: after, change: before?.path === after ? 'changed' : 'new' },
      ...left,
    ];
  });
}
