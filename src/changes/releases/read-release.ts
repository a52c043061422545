import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { locales } from '#domain/locales.ts';
import { valueAt } from '#domain/objects.ts';
import { pageCellSchema } from '#changes/chosen-cells.ts';
import type { Client } from '#content/clients/client.ts';
import { formatRecordName, titlePath } from '#content/records/list-records.ts';
import { nameRecords } from '#content/records/record-names.ts';
import { parseRecordId } from '#content/records/record-id.ts';
import { getKind } from '#kinds/kinds.ts';
import { type KindName, isRecordKind } from '#kinds/registry.ts';
import { siteSchema } from '#kinds/reading/localized-row.ts';
import { jsonObject } from '#schema/record-fields.ts';
import type { ReleasePage, ReleaseRecord, ReleaseSummary } from '#view-model/releases.ts';

const summary = z.object({
  id: z.number(),
  name: z.string(),
  state: z.enum(['open', 'scheduled', 'publishing', 'live']),
  publish_at: z.string().nullable(),
  time_zone: z.string().nullable(),
  scheduled_by: z.string().nullable(),
  created_by: z.string().nullable(),
  created_at: z.string(),
  applied_by: z.string().nullable(),
  applied_at: z.string().nullable(),
  live_at: z.string().nullable(),
  taken_back_at: z.string().nullable(),
  failure: z.string().nullable(),
  pages: z.number(),
  records: z.number(),
});

const pageItem = z.object({
  id: z.number(),
  title: z.string(),
  site: siteSchema.nullable(),
  is_there: z.boolean(),
  is_locked: z.boolean(),
  is_removal: z.boolean(),
  cells: z.array(pageCellSchema).nullable(),
  is_new: z.boolean(),
  paths: z.partialRecord(z.enum(locales), z.string()).nullable(),
  base: z.number().nullable(),
  live: z.number().nullable(),
  before: z.number().nullable(),
  revision: z.number().nullable(),
  saved_at: z.string(),
  saved_by: z.string().nullable(),
});

const recordItem = z.object({
  kind: z.string(),
  id: z.string(),
  data: jsonObject(),
  base: z.number().nullable(),
  before: z.number().nullable(),
  version: z.number().nullable(),
  saved_at: z.string(),
  saved_by: z.string().nullable(),
});

const releaseRow = summary.extend({
  edit: z.number().nullable(),
  page_items: z.array(pageItem),
  record_items: z.array(recordItem),
  receipts: z.array(
    z.object({ id: z.number(), site: siteSchema, changed: z.number(), switch_ms: z.number().nullable() }),
  ),
});

function toSummary(row: z.output<typeof summary>): ReleaseSummary {
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    publishAt: row.publish_at,
    timeZone: row.time_zone,
    scheduledBy: row.scheduled_by,
    createdBy: row.created_by,
    createdAt: row.created_at,
    appliedBy: row.applied_by,
    liveAt: row.live_at,
    takenBackAt: row.taken_back_at,
    failure: row.failure,
    pages: row.pages,
    records: row.records,
  };
}

/** Releases, those to come first, by their moment. */
export async function listReleases(
  client: Client,
  states?: readonly ReleaseSummary['state'][],
): Promise<ReleaseSummary[]> {
  const rows = await callFunction(client, 'list_releases', z.array(summary), { p_states: states && [...states] });
  return rows.map(toSummary);
}

/** A release with all that is in it. */
export type StoredRelease = ReleaseSummary & {
  pageItems: (ReleasePage & {
    base: number | null;
    live: number | null;
    before: number | null;
    revision: number | null;
    isLocked: boolean;
  })[];
  recordItems: (ReleaseRecord & {
    kind: KindName;
    base: number | null;
    before: number | null;
    version: number | null;
  })[];
  receipts: z.output<typeof releaseRow>['receipts'];
};

/** Null where there is no such release. */
export async function readRelease(client: Client, id: number): Promise<StoredRelease | null> {
  const row = await callFunction(client, 'read_release', releaseRow.nullable(), { p_release: id });
  if (!row) return null;
  const recordItems = row.record_items.flatMap(({ kind, id: ref, data, base, before, version, saved_at, saved_by }) => {
    if (!isRecordKind(kind)) return [];
    const recordId = parseRecordId(kind, ref);
    const title = valueAt(data, titlePath(getKind(kind)));
    return [
      {
        kind,
        id: recordId,
        title: formatRecordName(kind, recordId, typeof title === 'string' ? title : null),
        isNew: base === null,
        savedAt: saved_at,
        savedBy: saved_by,
        base,
        before,
        version,
      },
    ];
  });
  return {
    ...toSummary(row),
    receipts: row.receipts,
    pageItems: row.page_items.map((item) => ({
      id: item.id,
      title: item.title,
      site: item.site,
      exists: item.is_there,
      isLocked: item.is_locked,
      isRemoval: item.is_removal,
      cells: item.cells,
      isNew: item.is_new,
      paths: item.paths ?? {},
      savedAt: item.saved_at,
      savedBy: item.saved_by,
      base: item.base,
      live: item.live,
      before: item.before,
      revision: item.revision,
    })),
    recordItems: await nameRecords(client, recordItems),
  };
}

const ofItem = z.array(
  z.object({
    id: z.number(),
    name: z.string(),
    publish_at: z.string().nullable(),
    time_zone: z.string().nullable(),
    saved: z.object({ at: z.string(), by: z.string().nullable() }).nullable(),
  }),
);

/** A release with when its draft of something was saved, and by whom. */
type ReleaseOf = {
  id: number;
  name: string;
  publishAt: string | null;
  timeZone: string | null;
  saved: { at: string; by: string | null } | null;
};

/** The releases to come that have a draft of a page, or of a record. */
export async function releasesOf(
  client: Client,
  of: { page: number } | { kind: string; id: number | string },
): Promise<ReleaseOf[]> {
  const rows = await callFunction(client, 'releases_of', ofItem, {
    p_page_id: 'page' in of ? of.page : null,
    p_kind: 'kind' in of ? of.kind : null,
    p_id: 'kind' in of ? String(of.id) : null,
  });
  return rows.map(({ id, name, publish_at, time_zone, saved }) => ({
    id,
    name,
    publishAt: publish_at,
    timeZone: time_zone,
    saved,
  }));
}
