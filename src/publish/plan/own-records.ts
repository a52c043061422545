import { z } from 'zod';
import { defaultLocale } from '#domain/locales.ts';
import { callFunction } from '#content/clients/call-function.ts';
import type { Client } from '#content/clients/client.ts';
import { rowsByTable } from '#content/records/write-staged.ts';
import type { Json } from '#database/database.types.ts';
import { plannedArguments, plannedCalls } from '#content/source/source.ts';
import { type ChangeSet, getPerspective } from '#changes/change-set.ts';
import { localeSchema, siteSchema } from '#kinds/reading/localized-row.ts';
import { outputKindSchema, outputPath, sitemapKindSchema, sitemapPath } from '#publish/output.ts';
import type { Affected } from './affected.ts';
import type { NamedOutput } from './planned-output.ts';

const place = z.object({ site: siteSchema, kind: outputKindSchema, ref: z.number(), locale: localeSchema });

const ownRecords = z.object({
  /** The outputs that come and go with the records, and which of them each has as its reason. */
  own: z.array(place.pick({ kind: true, ref: true }).extend({ reason: z.string() })),
  live: z.array(place.extend({ path: z.string(), hash: z.string().nullable() })),
  routes: z.array(place.extend({ address: z.string() })),
});
/** The outputs of a set's own records: those that are live, and those that there would be. */
type OwnRecords = z.output<typeof ownRecords>;

const nothing: OwnRecords = { own: [], live: [], routes: [] };

export async function readOwnRecords(client: Client, set: ChangeSet, at: string): Promise<OwnRecords> {
  const perspective = set.release
    ? { release: { id: set.release.id, merged: mergeRecords(set) } }
    : getPerspective(set);
  const rows = set.records.flatMap(({ kind, id }) => (typeof id === 'number' ? [{ kind, ref: id }] : []));
  if (!perspective || rows.length === 0) return nothing;
  return callFunction(plannedCalls(client), 'preview_routes', ownRecords, {
    p_rows: rows,
    p_at: at,
    ...plannedArguments(perspective),
  });
}

/** The records of a release as they would be written. Its pages have no say in where records are. */
function mergeRecords({ records }: ChangeSet): Json {
  // Rows are JSON.
  return {
    records: Object.fromEntries(
      records.flatMap(({ kind, id, rows }) => (rows ? [[`${kind}:${id}`, rowsByTable(rows)]] : [])),
    ) as Json,
  };
}

type Place = z.output<typeof place>;
const makeKey = ({ site, kind, ref, locale }: Place) => [site, kind, ref, locale].join(':');

/** What becomes of the outputs of records. One that several records share is named where it comes or goes. */
export function planRecords({ own, live, routes }: OwnRecords, outputs: readonly Affected[]): NamedOutput[] {
  const reasonOf = new Map(own.map(({ kind, ref, reason }) => [`${kind}:${ref}`, reason]));
  const known = new Map(outputs.map((output) => [makeKey(output), output]));
  const liveOnes = new Map(live.map((output) => [makeKey(output), output]));
  const name = (output: Place): NamedOutput => {
    const reason = reasonOf.get(`${output.kind}:${output.ref}`);
    const isOwn = reason === `${output.kind}:${output.ref}`;
    const reasons = (isOwn ? null : known.get(makeKey(output))?.reasons) ?? (reason === undefined ? [] : [reason]);
    const { site, kind, ref, locale } = output;
    const common = { listed: null, path: null, address: null, hash: null, failure: null, issues: [] };
    return { ...common, site, kind, ref, locale, change: 'changed', reasons, ...(isOwn && { isOwn }) };
  };
  const wanted = routes.flatMap((route) => {
    const path = outputPath(route, route.address);
    return path === null ? [] : [{ ...route, path }];
  });
  const there = new Set(wanted.map(makeKey));
  return [
    ...wanted.flatMap((route): NamedOutput[] => {
      const { path, address } = route;
      const now = liveOnes.get(makeKey(route));
      if (!now) return [{ ...name(route), path, address, change: 'new' }];
      if (isShared(route)) return [];
      const { hash } = now;
      if (now.path === path) return [{ ...name(route), path, address, hash }];
      return [{ ...name(route), path, address, hash, change: 'new', from: now.path }];
    }),
    ...live
      .filter((output) => !there.has(makeKey(output)))
      .map((output): NamedOutput => ({ ...name(output), path: output.path, hash: output.hash, change: 'removed' })),
  ];
}

/** Whether an output has other records as well. */
export function isShared({ kind }: Pick<NamedOutput, 'kind'>): boolean {
  return kind === 'catalog_part';
}

/** The tag of the sitemap that lists an output; null for one that no sitemap lists. */
export function findSitemap({ kind, ref }: Pick<NamedOutput, 'kind' | 'ref'>): string | null {
  const listed = sitemapKindSchema.safeParse(kind);
  return listed.success ? `sitemap:${kind}:${Math.floor(ref / 500)}` : null;
}

/** The sitemaps that come with the first of their records. */
export function planSitemaps(named: readonly NamedOutput[], outputs: readonly Affected[]): NamedOutput[] {
  const known = new Set(outputs.flatMap((output) => (output.path === null ? [] : [nameSitemap(output)])));
  const sitemaps = named.flatMap(({ site, kind, ref, change }): NamedOutput[] => {
    const listed = sitemapKindSchema.safeParse(kind);
    if (change !== 'new' || !listed.success) return [];
    const part = Math.floor(ref / 500);
    const path = sitemapPath(listed.data, part);
    const common = { kind: 'sitemap' as const, ref: part, locale: defaultLocale, listed: listed.data };
    const reasons = [`sitemap:${kind}:${part}`];
    return [{ ...common, site, path, address: null, hash: null, change, reasons, failure: null, issues: [] }];
  });
  const byName = new Map(sitemaps.map((sitemap) => [nameSitemap(sitemap), sitemap]));
  return [...byName].flatMap(([name, sitemap]) => (known.has(name) ? [] : [sitemap]));
}

function nameSitemap({ site, kind, listed, ref }: Pick<NamedOutput, 'site' | 'kind' | 'listed' | 'ref'>): string {
  return [site, kind, listed, ref].join(':');
}
