import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Result, fail, ok } from '#domain/result.ts';
import type { Actor } from '#content/actor.ts';
import { DatabaseUnavailable, expectData } from '#content/client.ts';
import type { Json } from '#content/database.types.ts';
import { refuseRow } from '#content/records/publish-records.ts';
import { actsOf } from '#content/records/record-acts.ts';
import { editableData, recordOfRows } from '#content/records/record-data.ts';
import { parseRecord } from '#content/transfer/record.ts';
import { kindOf } from '#kinds/kinds.ts';
import type { KindName } from '#kinds/registry.ts';
import type { JsonObject } from '#schema/record-fields.ts';
import { type ImportedRecord, type Sheet, type SheetOptions, prepareSheet } from './check-sheet.ts';

const answer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('written'), records: z.int() }),
  z.object({ status: z.literal('conflict'), conflicts: z.array(z.object({ id: z.string() })) }),
]);

export type SheetImport = Sheet & SheetOptions & { fingerprint: string; skipWrong: boolean };

/** So many records are put aside at once. */
const atOnce = 250;

/** Writes what a dry run has shown, all of it or nothing: as drafts, or live. */
export async function importSheet(actor: Actor, sheet: SheetImport): Promise<Result<{ written: number }>> {
  const prepared = await prepareSheet(actor, sheet, sheet);
  if (!prepared.ok) return prepared;
  const { check, records } = prepared.value;
  if (check.fingerprint !== sheet.fingerprint)
    return fail(
      'conflict',
      'Some of these entries have been changed since the check. Nothing was imported; check again.',
    );
  if (check.counts.wrong > 0 && !sheet.skipWrong)
    return fail('invalid', 'Some rows are wrong. Mend them, or leave them out.');
  if (records.length === 0) return ok({ written: 0 });
  const { kind: name } = sheet;
  const { service, userId } = actor;
  const withIds = await giveIds(actor, name, records);
  const batch = randomUUID();
  for (let start = 0; start < withIds.length; start += atOnce) {
    const rows = withIds
      .slice(start, start + atOnce)
      .map((record) => ({ table: 'records', row: staged(name, record) }));
    const { error } = await service.rpc('import_stage', { p_import: batch, p_rows: rows as Json });
    if (error) throw new DatabaseUnavailable('import_stage', error.code, error.message);
  }
  const { data, error } = await service.rpc('import_records', {
    p_actor: userId,
    p_kind: name,
    p_import: batch,
    p_publish: sheet.publish,
  });
  if (error) await service.rpc('import_abandon', { p_import: batch });
  if (error?.code.startsWith('23'))
    return refuseRow(
      withIds.flatMap(({ record }) => (record ? [{ record }] : [])),
      error,
    );
  if (error) throw new DatabaseUnavailable('import_records', error.code, error.message);
  const done = answer.parse(data);
  if (done.status === 'written') return ok({ written: withIds.length });
  return fail(
    'conflict',
    `${done.conflicts.length} of these entries were changed a moment ago. Nothing was imported; check again.`,
  );
}

/** New records with ids of their table's sequence. */
async function giveIds(
  { service }: Actor,
  name: KindName,
  records: readonly ImportedRecord[],
): Promise<ImportedRecord[]> {
  const isNew = ({ stored }: ImportedRecord) => stored === null;
  const count = records.filter(isNew).length;
  if (count === 0) return [...records];
  const ids = await expectData(
    'next_record_ids',
    service.rpc('next_record_ids', { p_kind: name, p_count: count }),
    z.array(z.number()),
  );
  let next = 0;
  return records.map((record) => {
    if (!isNew(record)) return record;
    const id = ids[next] ?? 0;
    next += 1;
    const parsed = record.record ? parseRecord({ ...record.data, kind: name, id }) : null;
    return { ...record, id, record: parsed?.ok ? parsed.record : null };
  });
}

function staged(name: KindName, { id, stored, data, machine, record }: ImportedRecord): Json {
  const kind = kindOf(name);
  const rows = record && Map.groupBy(record.rows, ({ table }) => table);
  const own = editableData(kind, data);
  const before: JsonObject = stored?.rows ? editableData(kind, recordOfRows(kind, stored.rows)) : {};
  const hasDraft = actsOf(name).edit && (stored?.draft || !isDeepStrictEqual(own, before));
  return {
    id: String(id),
    saved_at: stored?.draft?.saved_at ?? null,
    version: stored?.version ?? null,
    data: (hasDraft ? own : null) as Json,
    rows: rows && (Object.fromEntries([...rows].map(([table, those]) => [table, those.map(({ row }) => row)])) as Json),
    machine: Object.keys(machine).length > 0 ? machine : null,
  };
}
