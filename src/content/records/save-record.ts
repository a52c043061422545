import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Failure, type Result, fail, ok } from '#domain/result.ts';
import type { Actor } from '#content/clients/actor.ts';
import type { Json } from '#database/database.types.ts';
import { getKind } from '#kinds/kinds.ts';
import { type KindName, notFound, getKindNames } from '#kinds/registry.ts';
import type { JsonObject } from '#schema/record-fields.ts';
import type { RecordDraft, RecordId, SavedRecord } from '#view-model/records.ts';
import { readStoredFile } from './stored-file.ts';
import { checkDraft } from './check-draft.ts';
import { prepareRecord } from './prepare-record.ts';
import { type StoredDraft, readRecord, storedDraft } from './read-record.ts';
import type { RecordRows } from './record-data.ts';
import { refuseUnseen, unseenAnswer } from '#content/refusals/refuse-unseen.ts';
import { getRecordActs } from './record-acts.ts';
import { parseRecordId } from './record-id.ts';

type DraftSave = {
  kind: KindName;
  /** Null for a new record. */
  id: RecordId | null;
  data: unknown;
  /** When the draft was saved that the person has changed; null where there was none. */
  base: string | null;
  /** The live version that the draft is begun with, or has been brought up to, where that is not the one it was begun with. */
  version?: number | undefined;
  /** Another version takes the place of the whole draft, which is kept for 30 days. */
  isRestored?: boolean | undefined;
  /** The file that a medium gets with it, by columns; without one the draft keeps its own. */
  file?: JsonObject | undefined;
};

const answer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('saved'), id: z.string(), saved_at: z.string() }),
  z.object({ status: z.literal('not-found') }),
  z.object({ status: z.literal('conflict'), draft: storedDraft.nullable() }),
]);

/** Saves a draft: nothing of it is live. Nobody may have saved one since the draft that the person started from. */
export async function saveRecord(
  actor: Actor,
  { kind: name, id, data, base, version, isRestored = false, file }: DraftSave,
): Promise<Result<SavedRecord>> {
  const { service, userId } = actor;
  const acts = getRecordActs(name);
  if (!(id === null ? acts.create : acts.edit)) return refuseAct(name);
  const kind = getKind(name);
  // Any id will do to check a new record.
  const checked = checkDraft(kind, id ?? 1, data);
  if (!checked.ok) return fail('invalid', `The ${getKindNames(name).one} cannot be saved like this`, checked.issues);
  const rows = await rowsOfDraft(actor, { kind: name, id, file }, checked.data);
  const saved = await callFunction(service, 'save_record_draft', answer, {
    p_actor: userId,
    p_kind: name,
    p_id: id === null ? null : String(id),
    p_data: checked.data as Json,
    p_rows: rows as Json,
    p_base: base,
    p_version: version,
    p_replaces: isRestored,
    ...(file && { p_file: file as Json }),
  });
  switch (saved.status) {
    case 'saved':
      return ok({ id: parseRecordId(name, saved.id), savedAt: saved.saved_at });
    case 'not-found':
      return fail('not-found', notFound(name));
    case 'conflict': {
      const who = saved.draft?.saved_by ?? 'Somebody';
      const what = saved.draft
        ? 'has saved this since you opened it'
        : 'has published or discarded this draft since you opened it';
      const failure: Failure = {
        code: 'conflict',
        message: `${who} ${what}. Take their version, or keep yours.`,
        detail: { draft: saved.draft && toRecordDraft(saved.draft) },
      };
      return { ok: false, failure };
    }
  }
}

/** The rows that a draft would be published as, by table, for previews; null for one that is not finished. */
async function rowsOfDraft(
  { client }: Actor,
  { kind: name, id, file }: Pick<DraftSave, 'kind' | 'id' | 'file'>,
  data: JsonObject,
): Promise<RecordRows | null> {
  const at = new Date().toISOString();
  const stored = id === null ? null : await readRecord(client, getKind(name), id);
  const draft = { data, file: file ?? stored?.draft?.file ?? null, base: null, saved_at: at, saved_by: null };
  // The database gives a new record its id, and the rows of a draft have that of their draft.
  const made = prepareRecord({ kind: name, id: id ?? 1 }, { rows: stored?.rows ?? null, draft, version: null }, at);
  if (!made.ok) return null;
  const rows = Map.groupBy(made.record.rows, ({ table }) => table);
  return Object.fromEntries([...rows].map(([table, those]) => [table, those.map(({ row }) => row)]));
}

export function toRecordDraft({ data, file, base, saved_at, saved_by }: StoredDraft): RecordDraft {
  return { data, file: readStoredFile(file), base, savedAt: saved_at, savedBy: saved_by };
}

export function refuseAct(kind: KindName): Result<never> {
  return fail('not-editable', `The ${getKindNames(kind).many} are not edited here.`);
}

const discardAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['discarded', 'no-draft']) }),
  unseenAnswer,
]);

/**
 * Drops the draft of a record. It can be brought back for 30 days.
 * @param base when the draft was saved that the person has seen; a later one is not dropped
 */
export async function discardRecord(
  { service, userId }: Actor,
  { kind, id, base }: { kind: KindName; id: RecordId; base?: string | undefined },
): Promise<Result<{ discarded: boolean }>> {
  if (!getRecordActs(kind).edit) return refuseAct(kind);
  const done = await callFunction(service, 'discard_record_draft', discardAnswer, {
    p_actor: userId,
    p_kind: kind,
    p_id: String(id),
    p_base: base,
  });
  switch (done.status) {
    case 'discarded':
      return ok({ discarded: true });
    case 'no-draft':
      return ok({ discarded: false });
    default:
      return refuseUnseen(done, 'this draft');
  }
}
