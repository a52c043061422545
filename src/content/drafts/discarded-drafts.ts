import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Result, fail } from '#domain/result.ts';
import { getKind } from '#kinds/kinds.ts';
import type { KindName } from '#kinds/registry.ts';
import { type JsonObject, jsonObject } from '#schema/record-fields.ts';
import { type DiscardedId, discardedId, idOfDiscarded } from '#domain/pages/discarded-id.ts';
import type { RecordId } from '#view-model/records.ts';
import type { Client } from '#content/clients/client.ts';
import { type PageContents, contents } from '#content/source/revisions.ts';
import type { StoredFile } from '#view-model/stored-file.ts';
import { storedFile } from '#content/records/stored-file.ts';
import { checkDraft } from '#content/records/check-draft.ts';

/** Drafts that somebody has thrown away, or put something else in the place of, in the last 30 days. */

const row = z.object({
  id: z.number(),
  data: jsonObject().nullable(),
  file: storedFile.nullable(),
  why: z.enum(['discarded', 'replaced', 'taken-out', 'deleted']),
  release: z.string().nullable(),
  saved_at: z.string(),
  saved_by: z.string().nullable(),
  discarded_at: z.string(),
  discarded_by: z.string().nullable(),
});

type DiscardedDraft = {
  id: DiscardedId;
  /** A record as it was; null for a page. */
  data: JsonObject | null;
  /** The file that it would have given a medium; null for the one that it has. */
  file: StoredFile | null;
  why: z.output<typeof row>['why'];
  /** The name of the release that it was in. */
  release: string | null;
  savedAt: string;
  savedBy: string | null;
  discardedAt: string;
  discardedBy: string | null;
};

/** Those of a page or a record, the last one first. */
export async function listDiscardedDrafts(
  client: Client,
  of: { page: number } | { kind: KindName; id: RecordId },
): Promise<DiscardedDraft[]> {
  const isPage = 'page' in of;
  const rows = await callFunction(client, 'list_discarded_drafts', z.array(row), {
    p_kind: isPage ? 'page' : of.kind,
    p_id: String(isPage ? of.page : of.id),
    p_with_data: !isPage,
  });
  return rows.map((one) => ({
    id: discardedId(one.id),
    data: isPage || one.data === null ? null : checkedData(of, one.data),
    file: one.file,
    why: one.why,
    release: one.release,
    savedAt: one.saved_at,
    savedBy: one.saved_by,
    discardedAt: one.discarded_at,
    discardedBy: one.discarded_by,
  }));
}

/** As forms have it today, where its fields are those of today. */
function checkedData({ kind, id }: { kind: KindName; id: RecordId }, data: JsonObject): JsonObject {
  const checked = checkDraft(getKind(kind), id, data);
  return checked.ok ? checked.data : data;
}

const stored = z.object({ kind: z.string(), record_id: z.string(), data: contents }).nullable();

/** What a page had by locale. */
export async function readDiscardedPage(
  client: Client,
  id: DiscardedId,
): Promise<Result<{ page: number; locales: PageContents }>> {
  const found = await callFunction(client, 'read_discarded_draft', stored, { p_id: idOfDiscarded(id) });
  return found?.kind === 'page'
    ? { ok: true, value: { page: Number(found.record_id), locales: found.data } }
    : fail('not-found', 'This draft is not kept any more. Open the history again.');
}
