import { z } from 'zod';
import { type Failure, type Issue, type Result, fail, ok } from '#domain/result.ts';
import type { Actor } from '#content/clients/actor.ts';
import { type DatabaseError, callOrRefuse } from '#content/clients/call-function.ts';
import { DatabaseUnavailable } from '#content/clients/client.ts';
import type { Json } from '#database/database.types.ts';
import type { ParsedRecord } from '#kinds/contract.ts';
import { getKind } from '#kinds/kinds.ts';
import { type KindName, isKindName, notFound, getKindNames } from '#kinds/registry.ts';
import { findTogether } from '#content/records/find-together.ts';
import { refuseRow } from '#content/records/refuse-row.ts';
import { type RecordName, prepareRecord } from '#content/records/prepare-record.ts';
import { type StoredDraft, type StoredRecord, readRecords } from '#content/records/read-record.ts';
import { getRecordActs } from '#content/records/record-acts.ts';
import { parseRecordId } from '#content/records/record-id.ts';
import { rowsByTable, stagedAnswer, writeStaged } from '#content/records/write-staged.ts';
import { refuseAct } from '#content/records/save-record.ts';

/** A record that somebody has changed since its draft was begun, or whose draft somebody has saved meanwhile: `by`, where that is known. */
type RecordConflict = RecordName & { why: 'draft' | 'live'; by?: string | null };

const namedConflicts = z.array(z.object({ kind: z.string(), id: z.string(), why: z.enum(['draft', 'live']) }));
/** Nothing was published, for records were changed meanwhile. */
export const overtakenAnswer = z.object({ status: z.literal('overtaken'), conflicts: namedConflicts });

const answer = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('published'),
    records: z.array(z.object({ kind: z.string(), id: z.string(), version: z.int() })),
    edit: z.int().nullable(),
  }),
  z.object({
    status: z.literal('conflict'),
    conflicts: namedConflicts,
  }),
]);

/** A draft as rows, when it was saved, and the version that it was begun with. */
export type PreparedRecord = { record: ParsedRecord; savedAt: string; base: number | null };

/** So many records of whatever kinds are written one by one, by one statement; more of a kind are written table by table. */
export const oneByOne = 200;

/** A record with what the caller has seen of it: when its draft was saved, null for none. */
type SeenDraft = RecordName & { savedAt?: string | null | undefined };

/**
 * Reads the drafts of records, as rows that can be written. Issues have the kind and the id of the record before the path. Refused where
 * somebody has saved one since the caller looked.
 */
export async function prepareRecords(actor: Actor, names: readonly SeenDraft[]): Promise<Result<PreparedRecord[]>> {
  const drafts: DraftedRecord[] = [];
  const conflicts: RecordConflict[] = [];
  for (const [kind, ofKind] of Map.groupBy(names, (name) => name.kind)) {
    if (!getRecordActs(kind).edit) return refuseAct(kind);
    const found = await readRecords(
      actor.client,
      getKind(kind),
      ofKind.map(({ id }) => id),
    );
    for (const name of ofKind) {
      const stored = found.get(String(name.id));
      if (!stored) return fail('not-found', notFound(kind));
      const savedAt = stored.draft?.saved_at ?? null;
      if (name.savedAt !== undefined && name.savedAt !== savedAt)
        conflicts.push({ kind, id: name.id, why: 'draft', by: stored.draft?.saved_by ?? null });
      // Without a draft it is live already.
      if (stored.draft) drafts.push({ name, stored: { ...stored, draft: stored.draft } });
    }
  }
  if (conflicts.length > 0) return refuseConflicts(conflicts);
  const { prepared, issues } = await prepareDrafts(actor, drafts);
  if (issues.length > 0)
    return fail('invalid', 'This cannot be published yet. Mend what is said at the fields.', issues);
  return ok(prepared);
}

/** A record with its draft, as it is stored. */
export type DraftedRecord = { name: RecordName; stored: StoredRecord & { draft: StoredDraft } };

/** Drafts as rows that can be written together, and all that is wrong with them: alone, with each other, and with what is live. */
export async function prepareDrafts(
  { client, service }: Pick<Actor, 'client' | 'service'>,
  drafts: readonly DraftedRecord[],
): Promise<{ prepared: PreparedRecord[]; issues: Issue[] }> {
  const at = new Date().toISOString();
  const prepared: PreparedRecord[] = [];
  const issues: Issue[] = [];
  const report = ({ kind, id }: RecordName, found: readonly Issue[]) =>
    issues.push(...found.map(({ path, message }) => ({ path: [kind, id, ...path], message })));
  for (const { name, stored } of drafts) {
    const made = prepareRecord(name, stored, at);
    const { saved_at: savedAt, base } = stored.draft;
    if (made.ok) prepared.push({ record: made.record, savedAt, base });
    else report(name, made.issues);
  }
  const records = prepared.map(({ record }) => record);
  for (const { of, issue } of await findTogether({ client, service }, records)) report(of, [issue]);
  return { prepared, issues };
}

/** Makes drafts live, all of them or none. */
export async function publishRecords(
  actor: Actor,
  prepared: readonly PreparedRecord[],
): Promise<Result<{ published: RecordName[] }>> {
  if (prepared.length === 0) return ok({ published: [] });
  const [first] = prepared;
  if (prepared.length > oneByOne && first) return publishMany(actor, first.record.kind, prepared);
  const asked = await callOrRefuse(actor.service, 'publish_records', answer, (error) => refuseRows(prepared, error), {
    p_actor: actor.userId,
    p_records: toAsked(prepared),
  });
  if (!asked.ok) return asked;
  const done = asked.value;
  if (done.status === 'published') return ok({ published: prepared.map(({ record: { kind, id } }) => ({ kind, id })) });
  return refuseOvertaken(done);
}

/** Prepared records as the functions of the database take them. */
export function toAsked(prepared: readonly PreparedRecord[]) {
  return prepared.map(({ record: { kind, id, rows }, savedAt }) => ({
    kind,
    id: String(id),
    saved_at: savedAt,
    rows: rows as Json,
  }));
}

/** What the database says of a row that it does not take; null of what people have not caused. */
export function refuseRows(prepared: readonly PreparedRecord[], error: DatabaseError): Result<never> | null {
  return error.code?.startsWith('23') ? refuseRow(prepared, error) : null;
}

/** Refuses what was changed meanwhile, as the database names it. */
export function refuseOvertaken({ conflicts: found }: { conflicts: z.output<typeof namedConflicts> }): Result<never> {
  return refuseConflicts(
    found.flatMap(({ kind, id, why }) => (isKindName(kind) ? [{ kind, id: parseRecordId(kind, id), why }] : [])),
  );
}

/** The same of many records of one kind. */
async function publishMany(
  { service, userId }: Actor,
  kind: KindName,
  prepared: readonly PreparedRecord[],
): Promise<Result<{ published: RecordName[] }>> {
  const staged = prepared.map(({ record: { id, rows }, savedAt, base }) => ({
    id: String(id),
    saved_at: savedAt,
    version: base,
    rows: rowsByTable(rows),
  }));
  const { data, error } = await writeStaged(service, { actor: userId, kind, publish: true }, staged);
  if (error && error.code.startsWith('23')) return refuseRow(prepared, error);
  if (error) throw new DatabaseUnavailable('import_records', error.code, error.message, error.details);
  const done = stagedAnswer.parse(data);
  if (done.status === 'written') return ok({ published: prepared.map(({ record: { id } }) => ({ kind, id })) });
  return refuseConflicts(done.conflicts.map(({ id, why }) => ({ kind, id: parseRecordId(kind, id), why })));
}

function refuseConflicts(conflicts: readonly RecordConflict[]): Result<never> {
  const [first] = conflicts;
  const named = first ? `${getKindNames(first.kind).one} ${first.id}` : 'record';
  const people = [...new Set(conflicts.flatMap(({ by }) => by ?? []))].join(', ');
  const who = people === '' ? '' : ` by ${people}`;
  const message =
    conflicts.length > 1
      ? `${conflicts.length} records have been changed since${who}. Nothing was published; open them and look at the changes.`
      : `The ${named} has been changed since${who}. Nothing was published; open it and look at the changes.`;
  const failure: Failure = { code: 'conflict', message, detail: { conflicts } };
  return { ok: false, failure };
}
