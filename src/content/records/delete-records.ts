import { z } from 'zod';
import { type DatabaseError, callFunction, callOrRefuse } from '#content/clients/call-function.ts';
import { type Failure, type Result, fail, ok } from '#domain/result.ts';
import type { Actor } from '#content/clients/actor.ts';
import type { Client } from '#content/clients/client.ts';
import { describeRefusal } from '#content/refusals/describe-refusal.ts';
import { getKind } from '#kinds/kinds.ts';
import { type KindName, isRecordKind, notFound, getKindNames } from '#kinds/registry.ts';
import type { RecordId } from '#view-model/records.ts';
import type { RecordName } from './prepare-record.ts';
import { getRecordActs } from './record-acts.ts';
import { parseRecordId } from './record-id.ts';
import { refuseUnseen } from '#content/refusals/refuse-unseen.ts';
import { formatRecordName, titlePath } from './list-records.ts';
import { placesAsJson } from './record-places.ts';
import { readTitles } from './record-names.ts';
import { type StoredUse, storedUses } from './record-uses.ts';
import { refuseAct } from './save-record.ts';

const deleteAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('deleted'), kept: z.array(z.object({ id: z.string() })) }),
  z.object({ status: z.literal('not-found'), records: z.array(z.object({ kind: z.string(), id: z.string() })) }),
  z.object({ status: z.literal('used'), uses: storedUses }),
  z.object({
    status: z.literal('newer'),
    records: z.array(
      z.object({
        kind: z.string(),
        id: z.string(),
        saved: z.object({ at: z.string(), by: z.string().nullable() }).nullable(),
      }),
    ),
  }),
]);

const seenRow = z.object({
  id: z.string(),
  saved_at: z.string().nullable(),
  saved_by: z.string().nullable(),
  version: z.number().nullable(),
});

/** A record with what a person has seen of it: when its draft was saved, null for none, and its last version. */
type SeenRecord = RecordName & { savedAt?: string | null | undefined; version?: number | null | undefined };

/** When the drafts of records were saved and by whom, null where there is none, and their last versions. */
export async function readSeenRecords(
  client: Client,
  names: readonly RecordName[],
): Promise<(RecordName & { savedAt: string | null; savedBy: string | null; version: number | null })[]> {
  const found = await Promise.all(
    [...Map.groupBy(names, ({ kind }) => kind)].map(async ([kind, those]) => {
      const rows = await callFunction(client, 'read_seen_records', z.array(seenRow), {
        p_kind: kind,
        p_ids: those.map(({ id }) => String(id)),
      });
      return rows.map(({ id, saved_at, saved_by, version }) => ({
        kind,
        id: parseRecordId(kind, id),
        savedAt: saved_at,
        savedBy: saved_by,
        version,
      }));
    }),
  );
  return found.flat();
}

/**
 * Moves records to the trash, all of them or none: none where another record or a page names one. The failure has the uses.
 * Nor is one moved that somebody has saved or published since the person looked.
 * @param keepUsed those that are used, or newer, stay, and the others are moved
 */
export async function deleteRecords(
  { client, service, userId }: Actor,
  names: readonly SeenRecord[],
  keepUsed = false,
): Promise<Result<{ deleted: number; kept: number }>> {
  const refused = names.find(({ kind }) => !getRecordActs(kind).delete);
  if (refused) return refuseAct(refused.kind);
  const [first] = names;
  if (!first) return ok({ deleted: 0, kept: 0 });
  const titles = await readTitles(
    client,
    names.map(({ kind, id }) => ({ kind, id: String(id) })),
  );
  // A row that came between looking and deleting, and what the law keeps.
  const refuse = (error: DatabaseError): Result<never> | null => {
    const refusal = describeRefusal(error);
    return refusal && { ok: false, failure: refusal };
  };
  const asked = await callOrRefuse(service, 'delete_records', deleteAnswer, refuse, {
    p_actor: userId,
    p_records: names.map(({ kind, id, savedAt = null, version = null }) => ({
      kind,
      id: String(id),
      saved_at: savedAt,
      version,
      title: titles.get(`${kind}:${id}`) ?? '',
      places: placesAsJson(kind),
    })),
    p_keep_used: keepUsed,
  });
  if (!asked.ok) return asked;
  const answer = asked.value;
  switch (answer.status) {
    case 'deleted':
      return ok({ deleted: names.length - answer.kept.length, kept: answer.kept.length });
    case 'not-found':
      return fail('not-found', notFound(first.kind));
    case 'newer': {
      const [newest] = answer.records;
      const named = newest && isRecordKind(newest.kind) ? titles.get(`${newest.kind}:${newest.id}`) : undefined;
      return refuseUnseen(
        { status: 'newer', saved: newest?.saved ?? null },
        named === undefined ? `this ${getKindNames(first.kind).one}` : `“${named}”`,
      );
    }
    case 'used': {
      const detail: { uses: StoredUse[] } = { uses: answer.uses };
      const places = new Set(answer.uses.map(({ kind, id }) => `${kind}:${id}`)).size;
      const message = `${names.length === 1 ? 'It is' : 'They are'} used in ${places === 1 ? 'one place' : `${places} places`}. Remove it there first; nothing was deleted.`;
      const failure: Failure = { code: 'conflict', message, detail };
      return { ok: false, failure };
    }
  }
}

/** Puts a deleted record back as it was: what was live is live again. */
export async function restoreRecord(
  { service, userId }: Actor,
  kind: KindName,
  id: RecordId,
): Promise<Result<{ id: RecordId }>> {
  if (!getRecordActs(kind).delete) return refuseAct(kind);
  const { one } = getKindNames(kind);
  const restored = await callOrRefuse(
    service,
    'restore_record',
    z.object({ status: z.enum(['restored', 'not-found']) }),
    ({ code }) => {
      if (code === '23503')
        return fail('conflict', `The ${one} names a record that was deleted as well. Restore that one first.`);
      if (code !== '23505') return null;
      return fail(
        'conflict',
        `Another ${one} has its name or address by now. Give that one another, then restore this one.`,
      );
    },
    { p_actor: userId, p_kind: kind, p_id: String(id) },
  );
  if (!restored.ok) return restored;
  return restored.value.status === 'restored' ? ok({ id }) : fail('not-found', 'It is not in the trash any more.');
}

/** A record in the trash. */
type DeletedRecord = { id: RecordId; title: string; deletedAt: string; deletedBy: string | null };

const deletedRow = z.object({
  id: z.string(),
  title: z.string(),
  deleted_at: z.string(),
  deleted_by: z.string().nullable(),
});

export async function listDeletedRecords(client: Client, kind: KindName): Promise<DeletedRecord[]> {
  const rows = await callFunction(client, 'list_deleted_records', z.array(deletedRow), {
    p_kind: kind,
    p_title: titlePath(getKind(kind)),
  });
  return rows.map(({ id, title, deleted_at, deleted_by }) => ({
    id: parseRecordId(kind, id),
    title: formatRecordName(kind, parseRecordId(kind, id), title),
    deletedAt: deleted_at,
    deletedBy: deleted_by,
  }));
}
