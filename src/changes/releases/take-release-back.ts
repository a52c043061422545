import { ownValue } from '#domain/objects.ts';
import { hashSeen } from '#content/publishing/hash-seen.ts';
import { z } from 'zod';
import { type DatabaseError, callFunction, callOrRefuse } from '#content/clients/call-function.ts';
import { isSame, mergeVersions, settleConflicts } from '#domain/pages/merge-versions.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { Actor } from '#content/clients/actor.ts';
import { isCircle, refuseCircle } from '#content/refusals/circle-refused.ts';
import type { Client } from '#content/clients/client.ts';
import { refuseTakenAddress } from '#content/refusals/taken-address.ts';
import type { Json } from '#database/database.types.ts';
import { type PageContents, readRevisions } from '#content/source/revisions.ts';
import { prepareRecord } from '#content/records/prepare-record.ts';
import { readRecords } from '#content/records/read-record.ts';
import { editableData, recordOfRows } from '#content/records/record-data.ts';
import { type VersionContent, readVersions } from '#changes/record-history.ts';
import { mergePage } from '#changes/take-back/merge-page.ts';
import type { StagedRow } from '#kinds/contract.ts';
import { getKind } from '#kinds/kinds.ts';
import type { KindName } from '#kinds/registry.ts';
import { type JsonObject, jsonObject } from '#schema/record-fields.ts';
import type { RecordId } from '#view-model/records.ts';
import { parseOvertaken, overtakenItems } from './apply-release.ts';
import type { Overtaken } from './prepare-release.ts';
import { type StoredRelease, readRelease } from './read-release.ts';

/** What taking a release back would write. What others have published since stays. */
export type ReleaseBack = {
  release: StoredRelease;
  pages: {
    id: number;
    expected: number | null;
    parentId: number | null;
    /** As it is live. */
    now: PageContents | null;
    contents: PageContents | null;
  }[];
  records: RestoredRecord[];
  /** What stays as it is, since somebody has changed it. */
  kept: { title: string; why: string }[];
};

type RestoredRecord = {
  kind: KindName;
  id: RecordId;
  version: number | null;
  /** Without rows a record goes: it came with the release. */
  rows: readonly StagedRow[] | null;
  /** The file that a medium gets again, by columns; null for the one that it has. */
  file: JsonObject | null;
};

/** @param only pages and records that were published since the others were read */
export async function prepareReleaseBack(
  client: Client,
  id: number,
  only: Overtaken | null = null,
): Promise<ReleaseBack | null> {
  const stored = await readRelease(client, id);
  if (!stored) return null;
  const release = only ? pickPart(stored, only) : stored;
  const kept: ReleaseBack['kept'] = [];
  const pages = await preparePages(client, release, kept);
  const records = await prepareRecords(client, release, kept);
  return { release, pages, records, kept };
}

/** Of what was live before and what stays: with another one, what was planned is not what is put back. */
export function identifyReleaseBack({ release, kept }: ReleaseBack): string {
  const pages = release.pageItems.map(({ id, before, revision }) => [id, before, revision]);
  const records = release.recordItems.map(({ kind, id, before, version }) => [kind, id, before, version]);
  return hashSeen([pages, records, kept]);
}

const parentRow = z.object({ id: z.number(), parent_id: z.number().nullable(), before_parent: z.number().nullable() });
const changedSince = 'It was changed since, and stays as it is there.';
/** Pages whose revisions are read by one call. */
const readBatchSize = 20;

async function preparePages(
  client: Client,
  { id, pageItems }: StoredRelease,
  kept: ReleaseBack['kept'],
): Promise<ReleaseBack['pages']> {
  const pages: ReleaseBack['pages'] = [];
  for (let start = 0; start < pageItems.length; start += readBatchSize) {
    const part = pageItems.slice(start, start + readBatchSize);
    const rows = await callFunction(client, 'read_release_contents', z.array(parentRow), {
      p_release: id,
      p_page_ids: part.map((item) => item.id),
    });
    const parents = new Map(rows.map((row) => [row.id, row]));
    const revisions = await readRevisions(
      client,
      part.flatMap(({ before, revision, live }) => [before, revision, live].flatMap((one) => one ?? [])),
    );
    const contents = (revision: number | null) => revisions.get(revision ?? 0)?.locales ?? null;
    for (const { id: page, title, exists, isLocked, before, revision, live } of part) {
      if (!exists) {
        kept.push({ title, why: 'The page was deleted since.' });
        continue;
      }
      if (isLocked) {
        kept.push({ title, why: 'An administrator has locked the page: it stays as it is.' });
        continue;
      }
      const now = contents(live);
      const merged = mergePage({ before: contents(before), after: contents(revision), now }, () => undefined);
      if (merged.changedSince.length > 0) kept.push({ title, why: changedSince });
      const { parent_id: made = null, before_parent: parentId = null } = parents.get(page) ?? {};
      const isMoved = live === revision && made !== parentId;
      if (isSame(now, merged.contents) && !isMoved) continue;
      pages.push({ id: page, expected: live, parentId, now, contents: merged.contents });
    }
  }
  return pages;
}

async function prepareRecords(
  client: Client,
  { recordItems }: StoredRelease,
  kept: ReleaseBack['kept'],
): Promise<ReleaseBack['records']> {
  const records: ReleaseBack['records'] = [];
  const at = new Date().toISOString();
  for (const [kind, items] of Map.groupBy(recordItems, (item) => item.kind)) {
    const definition = getKind(kind);
    const ids = items.map((item) => item.id);
    const stored = await readRecords(client, definition, ids);
    for (const { id, title, before, version: made } of items) {
      const { rows = null, version = null } = stored.get(String(id)) ?? {};
      if (rows === null) {
        kept.push({ title, why: 'It was deleted since.' });
        continue;
      }
      if (before === null) {
        if (version === made) records.push({ kind, id, version, rows: null, file: null });
        else kept.push({ title, why: changedSince });
        continue;
      }
      const versions = await readVersions(client, kind, id);
      const [was, released] = [before, made].map((number) => versions.find((one) => one.number === number));
      if (!was?.data || !released?.data) {
        kept.push({ title, why: 'Its version before the release is not on record any more.' });
        continue;
      }
      const now = editableData(definition, recordOfRows(definition, rows));
      const merge = mergeVersions(released.data, was.data, now);
      const hash = ownValue(rows, definition.table)?.[0]?.['hash'];
      const file = fileBack(was, released, hash);
      if (merge.conflicts.length > 0 || file === 'replaced') kept.push({ title, why: changedSince });
      const data = jsonObject().parse(
        settleConflicts(
          merge,
          merge.conflicts.map(() => 'theirs' as const),
        ),
      );
      const restored = file === 'replaced' ? null : file;
      if (isSame(data, now) && !restored) continue;
      const draft = { data, file: restored, base: null, saved_at: at, saved_by: null };
      const prepared = prepareRecord({ kind, id }, { rows, draft, version }, at);
      if (prepared.ok) records.push({ kind, id, version, rows: prepared.record.rows, file: restored });
      else kept.push({ title, why: prepared.issues[0]?.message ?? 'It does not fit any more.' });
    }
  }
  return records;
}

/** The file that a medium had before a release; null for the one that it has, `replaced` where somebody has replaced it since. */
function fileBack(before: VersionContent, released: VersionContent, hash: unknown): JsonObject | null | 'replaced' {
  if (!before.file || !released.file || before.file['hash'] === released.file['hash']) return null;
  if (hash === before.file['hash']) return null;
  return hash === released.file['hash'] ? before.file : 'replaced';
}

function pickPart(release: StoredRelease, { pages, records }: Overtaken): StoredRelease {
  const names = new Set(records.map(({ kind, id }) => `${kind}:${id}`));
  return {
    ...release,
    pageItems: release.pageItems.filter(({ id }) => pages.includes(id)),
    recordItems: release.recordItems.filter(({ kind, id }) => names.has(`${kind}:${id}`)),
  };
}

const answer = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['taken-back', 'closed']) }),
  z.object({ status: z.literal('conflict'), ...overtakenItems }),
]);

/** How often it is merged anew with what others publish meanwhile. */
const attempts = 20;

/** Makes live again what was live before, in one transaction. What others publish meanwhile stays. */
export async function takeReleaseBack(actor: Actor, work: ReleaseBack): Promise<Result<object>> {
  let { pages, records } = work;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const done = await takeBackOnce(actor, { ...work, pages, records });
    if (!done.ok || done.value === 'taken-back') return done.ok ? ok({}) : done;
    const overtaken = done.value;
    const part = await prepareReleaseBack(actor.client, work.release.id, overtaken);
    if (!part) break;
    const names = new Set(overtaken?.records.map(({ kind, id }) => `${kind}:${id}`));
    const isRemaining = (id: number) => overtaken !== null && !overtaken.pages.includes(id);
    pages = [...pages.filter(({ id }) => isRemaining(id)), ...part.pages];
    records = [...records.filter(({ kind, id }) => overtaken && !names.has(`${kind}:${id}`)), ...part.records];
  }
  return fail(
    'conflict',
    'Others publish pages or records of this release all the time. Nothing was taken back; try again when they have finished.',
  );
}

/** Answers what was published since it was prepared: then nothing was written. */
async function takeBackOnce(
  { service, userId }: Actor,
  { release, pages, records }: ReleaseBack,
): Promise<Result<'taken-back' | Overtaken | null>> {
  const refuse = (error: DatabaseError) => {
    if (error.code === '23503') {
      return fail(
        'conflict',
        'Something uses a record that came with this release. Take that out first, then take the release back.',
      );
    }
    if (isCircle(error.code)) return refuseCircle(error.message);
    // What the law keeps: the database says why.
    if (error.code === '23001') return fail('conflict', error.message);
    return refuseTakenAddress(
      service,
      error,
      (taken) =>
        `Nothing was taken back. ${taken}, which another one had before. Give it another one, then take the release back.`,
    );
  };
  const asked = await callOrRefuse(service, 'take_release_back', answer, refuse, {
    p_actor: userId,
    p_release: release.id,
    p_pages: pages.map(({ id, expected, parentId, contents }) => ({
      id,
      expected,
      parent_id: parentId,
      contents: contents as Json,
    })),
    p_records: records.map(({ kind, id, version, rows, file }) => ({
      kind,
      id: String(id),
      version,
      rows: rows as Json,
      file: file as Json,
    })),
  });
  if (!asked.ok) return asked;
  const done = asked.value;
  switch (done.status) {
    case 'taken-back':
      return ok('taken-back');
    case 'closed':
      return fail('conflict', 'Only a release that is live is taken back.');
    case 'conflict':
      return ok(parseOvertaken(done));
  }
}
