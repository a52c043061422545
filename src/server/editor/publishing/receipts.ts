import { z } from 'zod';
import type { Locale } from '#domain/locales.ts';
import { type SiteId, isSiteId, withLocale } from '#domain/sites.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import { outputChange, receiptItem } from '#content/publishing/receipt-item.ts';
import { localeSchema } from '#kinds/reading/localized-row.ts';
import { getDefinition, isRegisteredType } from '#modules/definitions.ts';
import { fieldLabel } from '#schema/field-label.ts';
import { type FailedField, failedFields } from '#publish/failure-record.ts';
import type { PlannedOutput } from '#publish/plan/planned-output.ts';
import type { ReceiptItem } from '#publish/commit/published-output.ts';
import type { Receipt } from '#publish/queue/publisher.ts';
import type { PlannedPart } from '#server/editor/messages/chosen-cells.ts';
import type { PageWarning } from './page-warnings.ts';
import { type ArrangedEntry, arrangeEntries } from './arrange-entries.ts';
import { type ChangeGroup, groupChanges } from './group-changes.ts';
import type { PausedSite } from '#content/publishing/paused-sites.ts';
import type { RawEntry } from './raw-entry.ts';
import { type Happening, makeReasons } from '#server/editor/messages/reasons.ts';
import type { Runtime } from '#server/runtime.ts';

/** The effect of a publish on one URL, for the editor. */
export type ReceiptEntry = {
  site: SiteId;
  locale: Locale;
  path: string;
  /** Absolute. */
  url: string;
  change: PlannedOutput['change'] | 'moved';
  /** The path that it leaves, of one that moves. */
  from?: string;
  /** As texts. */
  reasons: string[];
  seenLiveAt: string | null;
  /** Why it could not be rendered; its last good version stays live. */
  failure: string | null;
  /** The fields that have to be mended for that, each with the draft in which it is done. */
  repairs: Repair[];
};

export type Repair = { module: string; field: string; reason: string; href: string };

export type PublishPlan = {
  entries: ReceiptEntry[];
  unchanged: number;
  /** In what the URLs will differ, the same changes once. */
  groups: ChangeGroup[];
  /** The warnings before publishing; the blocking ones first. */
  warnings: PageWarning[];
  /** What refuses it as a whole, as sentences: it cannot be published before that is mended. */
  obstacles: readonly string[];
  /** Whether nothing is published to the site for now; none or one. */
  paused: PausedSite[];
  /** Of a publish in part: what else it needs, and where English is shown. */
  part: PlannedPart | null;
};

export type PublishReceipt = {
  /** False when the draft was already published. */
  published: boolean;
  publishedAt: string;
  /** Not everything is live yet: the change waits in the queue and is published by itself. */
  pending: boolean;
  entries: ReceiptEntry[];
  unchanged: number;
};

/** Receipts of what people have changed that this process's publisher writes from now on. */
export function collectReceipts(runtime: Runtime): { receipts: Receipt[]; stop: () => void } {
  const receipts: Receipt[] = [];
  return { receipts, stop: runtime.publisher.onReceipt((receipt) => receipt.forPeople && receipts.push(receipt)) };
}

export async function describePlan(
  runtime: Runtime,
  client: Client,
  pageId: number,
  outputs: readonly PlannedOutput[],
  {
    warnings,
    paused,
    part = null,
    obstacles = [],
  }: Pick<PublishPlan, 'warnings' | 'paused'> & Partial<Pick<PublishPlan, 'part' | 'obstacles'>>,
): Promise<PublishPlan> {
  const entries = outputs.map(plannedEntry);
  const arranged = arrangeEntries(entries);
  return {
    entries: await describeArranged(runtime, client, pageId, arranged),
    unchanged: countUnchanged(entries),
    groups: groupChanges(arranged),
    warnings,
    obstacles,
    paused,
    part,
  };
}

export function plannedEntry({
  site,
  locale,
  path,
  change,
  reasons,
  failure,
  issues,
  isOwn,
  changes,
}: PlannedOutput): RawEntry {
  const planned = { ...(isOwn && { isOwn }), ...(changes && { changes }) };
  return { site, locale, path: path ?? '', change, reasons, seenLiveAt: null, failure, issues, ...planned };
}

export async function describeReceipts(
  runtime: Runtime,
  client: Client,
  publish: { pageId: number; published: boolean; publishedAt: Date; drained: boolean; receipts: readonly Receipt[] },
): Promise<PublishReceipt> {
  const own = listEntries(publish.receipts);
  const concerned = (entries: readonly RawEntry[]) =>
    entries.some(({ reasons }) => reasons.includes(`page:${publish.pageId}`));
  let entries = own;
  if (publish.published && publish.drained && !concerned(own)) {
    // Another publisher has claimed the change: its receipt has the result.
    entries = await waitForReceipts(client, publish.publishedAt, concerned);
  }
  return {
    published: publish.published,
    publishedAt: publish.publishedAt.toISOString(),
    pending: publish.published && !concerned(entries),
    ...(await describe(runtime, client, publish.pageId, await markOwn(client, publish.pageId, entries))),
  };
}

const liveAddress = z.object({ site_id: z.string(), locale: localeSchema, path: z.string() });

/** The entries, with which of them are the page itself. */
async function markOwn(client: Client, pageId: number, entries: readonly RawEntry[]): Promise<RawEntry[]> {
  const rows = await expectData(
    'published_page_locales',
    client.from('published_page_locales').select('site_id, locale, path').eq('page_id', pageId),
    z.array(liveAddress),
  );
  const own = new Set(rows.map(({ site_id, locale, path }) => `${site_id} ${withLocale(locale, path)}`));
  return entries.map((entry) => (own.has(`${entry.site} ${entry.path}`) ? { ...entry, isOwn: true } : entry));
}

/** The same of records. It may be that no page shows them: then there is no receipt to wait for. */
export async function describeRecordReceipts(
  runtime: Runtime,
  client: Client,
  publish: {
    published: boolean;
    publishedAt: Date;
    drained: boolean;
    isShown: boolean;
    receipts: readonly Receipt[];
  },
): Promise<PublishReceipt> {
  const { published, publishedAt, drained, isShown } = publish;
  let entries = listEntries(publish.receipts);
  if (published && drained && isShown && entries.length === 0) {
    entries = await waitForReceipts(client, publishedAt, (found) => found.length > 0);
  }
  return {
    published,
    publishedAt: publishedAt.toISOString(),
    pending: published && isShown && entries.length === 0,
    ...(await describe(runtime, client, -1, entries)),
  };
}

function listEntries(receipts: readonly Receipt[]): RawEntry[] {
  return receipts.flatMap(({ site, items }) =>
    items.map(({ locale, path, change, reasons, seen_live_at, failure }): RawEntry => ({
      site,
      locale,
      path,
      change: withoutSame(change),
      reasons: [...reasons],
      seenLiveAt: seen_live_at,
      failure: failureText(failure),
      issues: failedFields(failure),
    })),
  );
}

/** Whether it was drawn to find that it is unchanged concerns no editor. */
function withoutSame(change: ReceiptItem['change']): PlannedOutput['change'] {
  return change === 'same' ? 'unchanged' : change;
}

const storedReceipts = z.array(
  z.object({
    site_id: z.string(),
    publish_receipt_items: z.array(receiptItem.extend({ change: outputChange.transform(withoutSame) })),
  }),
);

const attempts = 10;
const pauseMilliseconds = 200;

async function waitForReceipts(
  client: Client,
  since: Date,
  isComplete: (entries: readonly RawEntry[]) => boolean,
): Promise<RawEntry[]> {
  let entries: RawEntry[] = [];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
    const receipts = await expectData(
      'publish_receipts',
      client
        .from('publish_receipts')
        .select('site_id, publish_receipt_items(path, locale, change, reasons, seen_live_at, failure)')
        // Clocks of machines differ a little.
        .gte('finished_at', new Date(since.getTime() - 2000).toISOString())
        .order('id'),
      storedReceipts,
    );
    entries = receipts.flatMap(({ site_id: site, publish_receipt_items: items }) =>
      isSiteId(site)
        ? items.map(({ seen_live_at, failure, ...item }) => ({
            site,
            ...item,
            seenLiveAt: seen_live_at,
            failure: failureText(failure),
            issues: failedFields(failure),
          }))
        : [],
    );
    if (isComplete(entries)) break;
  }
  return entries;
}

/** The entries as people read them, without those that did not change. */
export async function describe(
  runtime: Runtime,
  client: Client,
  pageId: number,
  entries: readonly RawEntry[],
  happening?: Happening,
): Promise<Pick<PublishPlan, 'entries' | 'unchanged'>> {
  const described = await describeArranged(runtime, client, pageId, arrangeEntries(entries), happening);
  return { entries: described, unchanged: countUnchanged(entries) };
}

function countUnchanged(entries: readonly RawEntry[]): number {
  return entries.filter(({ change }) => change === 'unchanged').length;
}

async function describeArranged(
  runtime: Runtime,
  client: Client,
  pageId: number,
  entries: readonly ArrangedEntry[],
  happening?: Happening,
): Promise<ReceiptEntry[]> {
  const reasonOf = await makeReasons(
    client,
    pageId,
    entries.flatMap(({ reasons }) => reasons),
    happening,
  );
  const isGone = goneIn(entries);
  const { origins } = runtime.config;
  return entries.map((arranged) => {
    const { issues, isOwn: _, changes: __, ...entry } = arranged;
    return {
      ...entry,
      repairs: issues.flatMap((issue) => findRepair(entry, issue) ?? []),
      url: `${origins[entry.site]}${entry.path}`,
      reasons: [...new Set(entry.reasons.map((reason) => reasonOf(reason, isGone(arranged, reason))))],
    };
  });
}

/** Whether the record that a reason names has lost its page, in the language of an entry. */
function goneIn(entries: readonly ArrangedEntry[]): (entry: ArrangedEntry, reason: string) => boolean {
  const makeKey = ({ site, locale }: ArrangedEntry, reason: string) => `${site} ${locale} ${reason}`;
  const gone = new Set(
    entries.flatMap((entry) =>
      entry.change === 'removed' ? entry.reasons.map((reason) => makeKey(entry, reason)) : [],
    ),
  );
  return (entry, reason) => gone.has(makeKey(entry, reason));
}

export function findRepair({ path }: { path: string }, { module, type, field, reason }: FailedField): Repair | null {
  if (module === null || type === null) return null;
  const definition = isRegisteredType(type) ? getDefinition(type) : null;
  return {
    module: definition?.displayName ?? type,
    field: definition ? fieldLabel(definition.schema, field === '' ? [] : field.split('.')) : field,
    reason,
    href: `${path}?draft=true&show_modal=true&module_id=${module}${field === '' ? '' : `&module_field=${field}`}`,
  };
}

const failureShape = z.object({ message: z.string() });

/** Why an output failed, in a sentence. */
export function failureText(failure: unknown): string | null {
  if (failure === null || failure === undefined) return null;
  const parsed = failureShape.safeParse(failure);
  return parsed.success ? parsed.data.message : 'The page could not be rendered.';
}
