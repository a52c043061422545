import { hashSeen } from '#content/publishing/hash-seen.ts';
import { z } from 'zod';
import { type DatabaseError, callFunction, callOrRefuse } from '#content/clients/call-function.ts';
import { isSame } from '#domain/pages/merge-versions.ts';
import { emptyRecord, getKeys, ownValue } from '#domain/objects.ts';
import { type Result, fail } from '#domain/result.ts';
import { type SiteId, withLocale } from '#domain/sites.ts';
import type { Actor } from '#content/clients/actor.ts';
import { isCircle, refuseCircle } from '#content/refusals/circle-refused.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import { refuseTakenAddress } from '#content/refusals/taken-address.ts';
import type { Json } from '#database/database.types.ts';
import { type PageContents, type Revision, readRevisions } from '#content/source/revisions.ts';
import {
  type ChangedParts,
  type EditedRecord,
  type Fields,
  type StoredReceipt,
  readChangedParts,
  readFields,
  readReceipt,
} from '#changes/publish-history.ts';
import { type Choice, type ChangedSince, type MergedPage, mergePage } from '#changes/take-back/merge-page.ts';
import { type MergedRecord, mergeRecord } from '#changes/take-back/merge-record.ts';
import { siteSchema } from '#kinds/reading/localized-row.ts';
import { parseRecordId } from '#content/records/record-id.ts';
import { recordRows } from '#content/records/record-data.ts';
import type { RecordId } from '#view-model/records.ts';
import type { ProposedRecord } from '#changes/change-set.ts';
import { getKind } from '#kinds/kinds.ts';
import { type KindName, recordKinds } from '#kinds/registry.ts';
import { whoMade } from '#server/editor/messages/edits.ts';
import { liveSide, listRevisions } from '#server/editor/published-pages.ts';
import { getMeaning } from '#server/editor/messages/fields.ts';

/** By the key of a place that was changed since: which value it is to have. */
type Choices = Readonly<Record<string, Choice>>;

export type PageTarget = {
  id: number;
  site: SiteId;
  /** The revision that is live. */
  expected: number | null;
  parentId: number | null;
  now: PageContents | null;
  before: PageContents | null;
  merged: MergedPage;
  /** It is below another page than before, and goes back there. */
  isMoved: boolean;
  /** The draft has changes of its own, so it does not follow. */
  hasDraft: boolean;
  revision: Revision | null;
};
export type RecordTarget = { table: string; kind: KindName; ref: RecordId; now: Fields; merged: MergedRecord };
type Impossible = { record: EditedRecord | null; why: string };

/** What taking a publish back would do. */
export type TakeBack = {
  receipt: StoredReceipt;
  pages: PageTarget[];
  records: RecordTarget[];
  impossible: Impossible[];
  /** Of what is there now: with another one, somebody has changed it meanwhile. */
  seen: string;
};

/** What taking a publish back would do, as things are now; null where there is no such publish. */
export async function prepareTakeBack(client: Client, id: number, choices: Choices): Promise<TakeBack | null> {
  const [receipt, changedParts] = await Promise.all([readReceipt(client, id), readChangedParts(client, id)]);
  if (!receipt) return null;
  const parts = new Map(changedParts.map((one) => [`${one.table}:${one.ref}`, one]));
  const { pages: pageRows, records: fieldRows, impossible } = sortRecords(receipt, parts);
  const [pages, records] = await Promise.all([
    readPages(client, pageRows, choices),
    readRecords(client, fieldRows, parts, choices),
  ]);
  const state = [
    pages.targets.map(({ id: page, expected }) => [page, expected]),
    records.targets.map(({ ref, now }) => [ref, now]),
  ];
  return {
    receipt,
    pages: pages.targets,
    records: records.targets,
    impossible: [
      ...impossible.filter(isNotAlong(pages.targets, records.targets)),
      ...pages.impossible,
      ...records.impossible,
    ],
    seen: hashSeen(state),
  };
}

/** Leaves out the redirects of addresses between which a page or a record was moved: they come and go with it. */
function isNotAlong(
  pages: readonly PageTarget[],
  records: readonly RecordTarget[],
): (impossible: Impossible) => boolean {
  const moved = new Set(records.map(({ kind, ref }) => `${kind} ${ref}`));
  const addresses = new Set(
    pages.flatMap(({ site, before, now }) =>
      [before, now].flatMap((contents) =>
        getKeys(contents ?? {}).map((locale) => `${site} ${withLocale(locale, contents?.[locale]?.path ?? '')}`),
      ),
    ),
  );
  return ({ record }) => {
    if (record?.table !== 'redirects') return true;
    const { site_id: site, from_path: from, row_kind: kind, row_id: id } = { ...record.before, ...record.after };
    return !addresses.has(`${String(site)} ${String(from)}`) && !moved.has(`${String(kind)} ${String(id)}`);
  };
}

/** Pages and records by what identifies them, with their rows in the order of the changes; and what cannot be put back. */
function sortRecords(
  { records, edits, further_edits, records_total }: StoredReceipt,
  parts: ReadonlyMap<string, ChangedParts>,
) {
  const pages = new Map<number, EditedRecord[]>();
  const fields = new Map<string, EditedRecord[]>();
  const impossible: Impossible[] = [];
  const editOf = new Map(edits.map((edit) => [edit.id, edit]));
  for (const record of records) {
    const edit = editOf.get(record.edit);
    if (record.table === 'published_page_locales' && record.operation !== 'truncate') {
      const page = Number(record.ref);
      pages.set(page, [...(pages.get(page) ?? []), record]);
      continue;
    }
    if (isOfParts(record, parts)) continue;
    const why = edit ? whyNot(record, edit) : 'It was changed too long ago';
    if (why !== null) impossible.push({ record, why });
    else fields.set(`${record.table}:${record.ref}`, [...(fields.get(`${record.table}:${record.ref}`) ?? []), record]);
  }
  const uncounted = edits.reduce(
    (sum, edit) => sum + edit.further_records,
    further_edits + records_total - records.length,
  );
  if (uncounted > 0)
    impossible.push({ record: null, why: `${uncounted} more changes are counted without their words` });
  return { pages, records: fields, impossible };
}

/** Whether a row is part of a record whose parts are put back as a whole. */
function isOfParts({ table, ref }: EditedRecord, parts: ReadonlyMap<string, ChangedParts>): boolean {
  const meaning = getMeaning(table);
  return meaning !== null && meaning.part !== null && parts.has(`${getKind(meaning.kind).table}:${ref}`);
}

function whyNot(record: EditedRecord, edit: StoredReceipt['edits'][number]): string | null {
  const meaning = getMeaning(record.table);
  if (edit.source !== 'person') return `${whoMade(edit)} has changed it: change it back in the same way`;
  if (!meaning || meaning.part !== null || record.ref === null) return 'It is changed together with its record';
  if (record.operation === 'insert') return 'It was added: delete it where it is edited';
  if (record.operation !== 'update') return 'It was deleted: add it again';
  return record.omitted.length > 0 ? 'It is too long to be in the receipt' : null;
}

const pageRow = z.object({
  id: z.number(),
  site_id: siteSchema,
  is_editable: z.boolean(),
  published_revision_id: z.number().nullable(),
});

async function readPages(
  client: Client,
  rowsOf: ReadonlyMap<number, EditedRecord[]>,
  choices: Choices,
): Promise<{ targets: PageTarget[]; impossible: Impossible[] }> {
  const ids = [...rowsOf.keys()];
  if (ids.length === 0) return { targets: [], impossible: [] };
  const query = client.from('pages').select('id, site_id, is_editable, published_revision_id').in('id', ids);
  const stored = new Map((await expectData('pages', query, z.array(pageRow))).map((row) => [row.id, row]));
  const revisions = await readRevisions(client, [
    ...[...rowsOf.values()].flatMap((rows) => listRevisions(rows)),
    ...[...stored.values()].flatMap(({ published_revision_id: live }) => live ?? []),
  ]);
  const targets: PageTarget[] = [];
  const impossible: Impossible[] = [];
  for (const [id, rows] of rowsOf) {
    const page = stored.get(id);
    const sides = { before: liveSide(rows, 'before'), after: liveSide(rows.toReversed(), 'after') };
    const contents = (side: { revision_id: number } | null) => revisions.get(side?.revision_id ?? 0)?.locales ?? null;
    const [before, after] = [contents(sides.before), contents(sides.after)];
    if (!page || (sides.before && !before) || (sides.after && !after)) {
      impossible.push({
        record: rows[0] ?? null,
        why: page ? 'Its revision is not there any more' : 'The page was deleted',
      });
      continue;
    }
    if (!page.is_editable) {
      impossible.push({ record: rows[0] ?? null, why: 'The page is locked: ask an administrator to unlock it' });
      continue;
    }
    const expected = page.published_revision_id;
    const revision = revisions.get(expected ?? 0) ?? null;
    const now = revision?.locales ?? null;
    const merged = mergePage({ before, after, now }, (path) => ownValue(choices, makePlaceKey('page', id, path)));
    const hasDraft = expected !== null && (await callFunction(client, 'page_differs', z.boolean(), { p_page_id: id }));
    const parentId = (sides.before ?? sides.after)?.parent_id ?? null;
    const isMoved =
      sides.before !== null &&
      sides.after?.revision_id === expected &&
      sides.after.parent_id !== sides.before.parent_id;
    targets.push({ id, site: page.site_id, expected, parentId, now, before, merged, isMoved, hasDraft, revision });
  }
  return { targets, impossible };
}

async function readRecords(
  client: Client,
  rowsOf: ReadonlyMap<string, EditedRecord[]>,
  parts: ReadonlyMap<string, ChangedParts>,
  choices: Choices,
): Promise<{ targets: RecordTarget[]; impossible: Impossible[] }> {
  const groups = [...new Set([...rowsOf.keys(), ...parts.keys()])].flatMap((key) => {
    const rows = rowsOf.get(key) ?? [];
    const first = rows[0] ?? parts.get(key);
    const kind = first && getMeaning(first.table)?.kind;
    return first && kind && first.ref !== null
      ? [{ kind, table: first.table, ref: parseRecordId(kind, first.ref), rows }]
      : [];
  });
  if (groups.length === 0) return { targets: [], impossible: [] };
  const stored = await readFields(
    client,
    groups.map(({ table, ref }) => ({ name: table, ref })),
  );
  const targets: RecordTarget[] = [];
  const impossible: Impossible[] = [];
  groups.forEach(({ kind, table, ref, rows }, index) => {
    const live = stored[index];
    if (!live) {
      impossible.push({ record: rows[0] ?? null, why: 'It was deleted since' });
      return;
    }
    const ofParts = parts.get(`${table}:${ref}`);
    const now = { ...live, ...ofParts?.now };
    // Of several changes the first one has the old value, and the last one the new one.
    const before = Object.assign(
      emptyRecord<unknown>(),
      ...rows.toReversed().map((row) => blank(row.before, row.after)),
      ofParts?.before,
    );
    const after = Object.assign(
      emptyRecord<unknown>(),
      ...rows.map((row) => blank(row.after, row.before)),
      ofParts?.after,
    );
    targets.push({
      table,
      kind,
      ref,
      now,
      merged: mergeRecord({ before, after, now }, (path) => ownValue(choices, makePlaceKey(table, ref, path))),
    });
  });
  return { targets, impossible };
}

/** One side of a change, with nothing for a field that only the other side has. */
function blank(side: Fields | null, other: Fields | null): Fields {
  return { ...Object.fromEntries(Object.keys(other ?? {}).map((name) => [name, undefined])), ...side };
}

/** What names a place to choose for: of a page, or of a record of a table. */
export function makePlaceKey(of: string, ref: RecordId, path: ChangedSince['path']): string {
  return `${of}:${ref}:${path.join('/')}`;
}

/** Whether there is anything to put back. */
export function isEmpty(work: TakeBack): boolean {
  return changedPages(work).length === 0 && work.records.every(({ merged }) => merged.fields.length === 0);
}

/** The pages that would be published anew, or not any more. */
export function changedPages({ pages }: Pick<TakeBack, 'pages'>): PageTarget[] {
  return pages.filter(({ now, merged, isMoved }) => isMoved || !isSame(now, merged.contents));
}

/** Puts back what the work says, in one transaction: all of it, or nothing where somebody was faster. */
export async function applyTakeBack({ service, userId }: Actor, work: TakeBack): Promise<Result<{ drafts: number[] }>> {
  const refuse = (error: DatabaseError) => {
    if (error.code === '55000') return fail('conflict', overtaken);
    if (isCircle(error.code)) return refuseCircle(error.message);
    return refuseTakenAddress(
      service,
      error,
      (taken) =>
        `Nothing was taken back. ${taken}, which another one had before. Give it another one, then take the publish back.`,
    );
  };
  return callOrRefuse(service, 'take_back', z.object({ drafts: z.array(z.number()) }), refuse, {
    p_actor: userId,
    p_receipt: work.receipt.id,
    p_pages: changedPages(work).map(({ id, expected, parentId, merged }) => ({
      id,
      expected,
      parent_id: parentId,
      // What was read from revisions is JSON.
      contents: merged.contents as Json,
    })),
    p_records: listFields(work),
  });
}

/** The fields of records that get their old values. */
function listFields({ records }: TakeBack) {
  return records
    .filter(({ merged }) => merged.fields.length > 0)
    .map(({ table, ref, merged }) => ({
      name: table,
      ref,
      expected: pickFields(merged, 'now', null),
      values: pickFields(merged, 'value', undefined),
    }));
}

const restoredRows = z.array(z.object({ kind: z.enum(recordKinds), id: z.string(), rows: recordRows }));

/** The records as they would be with their old values. */
export async function proposeRecords(client: Client, work: TakeBack): Promise<ProposedRecord[]> {
  const records = listFields(work);
  if (records.length === 0) return [];
  const restored = await callFunction(client, 'restored_rows', restoredRows, { p_records: records });
  return restored.map(({ kind, id, rows }) => ({
    kind,
    id: parseRecordId(kind, id),
    rows: Object.entries(rows).flatMap(([table, those]) => those.map((row) => ({ table, row }))),
  }));
}

export const overtaken = 'Somebody has changed this since you looked. Look at what would be put back again.';

function pickFields({ fields }: MergedRecord, side: 'now' | 'value', absent: null | undefined): Record<string, Json> {
  const entries = fields.flatMap(({ name, ...sides }) => {
    const value = sides[side] ?? absent;
    // Fields of rows are JSON.
    return value === undefined ? [] : [[name, value as Json] as const];
  });
  return Object.fromEntries(entries);
}
