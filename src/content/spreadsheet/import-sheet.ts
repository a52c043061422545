import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { callFunction } from '#content/clients/call-function.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import type { Actor } from '#content/clients/actor.ts';
import { DatabaseUnavailable } from '#content/clients/client.ts';
import { refuseRow } from '#content/records/refuse-row.ts';
import { getRecordActs } from '#content/records/record-acts.ts';
import { editableData, recordOfRows } from '#content/records/record-data.ts';
import { rowsByTable, stagedAnswer, writeStaged } from '#content/records/write-staged.ts';
import { parseRecord } from '#content/records/parse-record.ts';
import { getKind } from '#kinds/kinds.ts';
import type { KindName } from '#kinds/registry.ts';
import type { JsonObject } from '#schema/record-fields.ts';
import { type ImportedRecord, type Sheet, type SheetOptions, prepareSheet } from './check-sheet.ts';

type SheetImport = Sheet & SheetOptions & { fingerprint: string; skipWrong: boolean };

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
  const { data, error } = await writeStaged(
    service,
    { actor: userId, kind: name, publish: sheet.publish },
    withIds.map((record) => staged(name, record)),
  );
  if (error?.code.startsWith('23'))
    return refuseRow(
      withIds.flatMap(({ record }) => (record ? [{ record }] : [])),
      error,
    );
  if (error) throw new DatabaseUnavailable('import_records', error.code, error.message, error.details);
  const done = stagedAnswer.parse(data);
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
  const ids = await callFunction(service, 'next_record_ids', z.array(z.number()), { p_kind: name, p_count: count });
  let next = 0;
  return records.map((record) => {
    if (!isNew(record)) return record;
    const id = ids[next] ?? 0;
    next += 1;
    const parsed = record.record ? parseRecord({ ...record.data, kind: name, id }) : null;
    return { ...record, id, record: parsed?.ok ? parsed.record : null };
  });
}

function staged(name: KindName, { id, stored, data, machine, record }: ImportedRecord): object {
  const kind = getKind(name);
  const own = editableData(kind, data);
  const before: JsonObject = stored?.rows ? editableData(kind, recordOfRows(kind, stored.rows)) : {};
  const hasDraft = getRecordActs(name).edit && (stored?.draft || !isDeepStrictEqual(own, before));
  return {
    id: String(id),
    saved_at: stored?.draft?.saved_at ?? null,
    version: stored?.version ?? null,
    data: hasDraft ? own : null,
    rows: record && rowsByTable(record.rows),
    machine: Object.keys(machine).length > 0 ? machine : null,
  };
}
