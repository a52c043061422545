import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import type { Locale } from '#domain/locales.ts';
import type { Client } from '#content/clients/client.ts';
import type { Json } from '#database/database.types.ts';
import { type ChangeSet, getPerspective } from '#changes/change-set.ts';
import { localeSchema } from '#kinds/reading/localized-row.ts';
import { outputPath } from '#publish/output.ts';
import { type Affected, affectedAnswer, nameOutput } from './affected.ts';
import { type DrawPlanOptions, drawPlan } from './draw-plan.ts';
import { ownPage, planPage } from './own-pages.ts';
import { findSitemap, isShared, planRecords, planSitemaps, readOwnRecords } from './own-records.ts';
import type { NamedOutput, PlannedOutput } from './planned-output.ts';

const waiting = z.object({
  tags: z.array(z.string()),
  rows: z.array(z.object({ kind: z.string(), ref: z.number().optional(), site: z.string().optional() })),
});

const changes = waiting.extend({
  pages: z.array(ownPage),
  /** The languages in which a release leaves a page as it is. */
  same: z.array(z.object({ page: z.number(), locale: localeSchema })),
});

/** More than anyone reads. */
const planLimit = 2000;

type PlanOptions = {
  at: string;
  /** Tags of other changes that would be made with it. */
  tags?: readonly string[];
  /** With what waits in the queue. */
  withQueue?: boolean;
  /** Only so many outputs, those of the first page first: what people see while all others are worked out. */
  first?: number | undefined;
};

/**
 * The URLs that making a set live would draw again, and why. The set's own are known; others that read what it changes are named all
 * the same, until they are drawn (`drawPlan`).
 */
export async function planChangeSet(
  client: Client,
  set: ChangeSet,
  { at, tags: others = [], withQueue = false, first }: PlanOptions,
): Promise<NamedOutput[]> {
  const [news, queue, records] = await Promise.all([
    getPerspective(set) === null ? nothing : readChanges(client, set),
    withQueue ? callFunction(client, 'publish_pending', waiting) : nothing,
    readOwnRecords(client, set, at),
  ]);
  // A sitemap has the day on which each of its pages changed, and nothing of a record without a page.
  const sitemaps = new Set(records.own.flatMap((output) => findSitemap(output) ?? []));
  const tags = [...news.tags, ...others, ...sitemaps];
  const { outputs } = await callFunction(client, 'publish_plan', affectedAnswer, {
    p_tags: [...new Set([...tags.map((tag) => splitTag(tag).tag), ...queue.tags])],
    p_rows: [...news.rows, ...queue.rows],
    p_at: at,
    p_limit: planLimit,
    p_is_live: true,
  });
  const pages = new Map(news.pages.map((page) => [page.page, page]));
  const same = new Set(news.same.map(({ page, locale }) => `${page}:${locale}`));
  const isSame = (page: number, locale: Locale) => same.has(`${page}:${locale}`);
  const ownOutputs = new Set(records.own.map(({ kind, ref }) => `${kind}:${ref}`));
  const ofRecords = planRecords(records, outputs);
  const listedAnew = new Set(ofRecords.flatMap((output) => findSitemap(output) ?? []));
  const newSitemaps = planSitemaps(ofRecords, outputs);
  const namedOfRecords = new Set([...ofRecords, ...newSitemaps].map(makeKey));
  const readers = groupReaders(tags);
  const isStale = ({ kind, ref, locale, reasons }: Affected) => {
    const named = kind === 'page' && isSame(ref, locale) ? `page:${ref}` : null;
    return reasons.some(
      (reason) =>
        reason !== named && (!sitemaps.has(reason) || listedAnew.has(reason)) && isRead(readers, reason, locale),
    );
  };
  // What waits in the queue comes and goes with rows that are in the database already, as what pages bring with them does.
  const isWhole = withQueue || pages.size > 0;
  const nameShared = (output: Affected): NamedOutput[] => {
    const { kind, ref, locale, path } = output;
    if (kind === 'page' && pages.has(ref) && !isSame(ref, locale)) return [];
    if (namedOfRecords.has(makeKey(output)) || (ownOutputs.has(`${kind}:${ref}`) && !isShared(output))) return [];
    const page = kind === 'list_feed' ? pages.get(ref) : undefined;
    const address = page ? (page.paths[locale] ?? null) : output.address;
    const isShown = page ? address !== null : output.shown;
    if (path === null ? !isShown || !isWhole : !isShown && !isWhole) return [];
    if (!isShown) return [nameOutput(output, path, 'removed')];
    if (!isStale(output)) return kind === 'page' && isSame(ref, locale) ? [nameOutput(output, path, 'unchanged')] : [];
    return [{ ...nameOutput(output, path ?? outputPath(output, address), path === null ? 'new' : 'changed'), address }];
  };
  const all = [
    ...news.pages.flatMap((page) => planPage(page, isSame, outputs)),
    ...ofRecords,
    ...newSitemaps,
    ...outputs.flatMap(nameShared),
  ];
  const firstPage = set.pages[0]?.page;
  const rank = ({ kind, ref, isOwn }: NamedOutput) =>
    kind !== 'page' ? 3 : ref === firstPage ? 0 : isOwn === true ? 1 : 2;
  return first === undefined ? all : all.toSorted((a, b) => rank(a) - rank(b)).slice(0, first);
}

const makeKey = ({ site, kind, ref, locale, listed }: Pick<Affected, 'site' | 'kind' | 'ref' | 'locale' | 'listed'>) =>
  [site, kind, ref, locale, listed].join(':');

const nothing: z.output<typeof changes> = { tags: [], rows: [], pages: [], same: [] };

function readChanges(client: Client, { pages, records, release }: ChangeSet): Promise<z.output<typeof changes>> {
  return callFunction(client, 'change_set_changes', changes, {
    p_pages: [...pages],
    p_records: records.map(({ kind, id, rows }) => ({ kind, id: String(id), rows: rows as Json })),
    p_release: release?.id,
    p_merged: release?.merged,
  });
}

/** What publishing pages would change with what waits in the queue, all of it drawn. Changes nothing. */
export async function planPublish({
  set,
  tags,
  first,
  ...options
}: { set: ChangeSet } & Pick<PlanOptions, 'tags' | 'first'> & Omit<DrawPlanOptions, 'planned' | 'limit'>): Promise<
  PlannedOutput[]
> {
  const { client, at } = options;
  const named = await planChangeSet(client, set, { at, withQueue: true, first, ...(tags && { tags }) });
  const { outputs } = await drawPlan(named, { ...options, planned: getPerspective(set), limit: Infinity });
  return outputs;
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
