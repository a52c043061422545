import { ownValue } from '#domain/objects.ts';
import { z } from 'zod';
import { assembleRecord } from '#content/records/assemble-record.ts';
import type { Kind } from '#kinds/contract.ts';
import { type JsonObject, jsonObject } from '#schema/record-fields.ts';

/** The rows of a record as `read_record` and versions have them, by table. */
export const recordRows = z.record(z.string(), z.array(jsonObject()));
export type RecordRows = z.output<typeof recordRows>;

/** A record as a bundle has it, of its rows. */
export function recordOfRows(kind: Kind, rows: RecordRows): JsonObject {
  const [row] = ownValue(rows, kind.table) ?? [];
  if (!row) throw new Error(`A ${kind.kind} without its own row`);
  const owners = new Map(
    [...Object.values(kind.joins), ...(kind.parts?.tables ?? [])].map((part) => [part.table, part.owner]),
  );
  const parts = [...owners].map(
    ([table, owner]) =>
      [table, Map.groupBy(ownValue(rows, table) ?? [], (part) => Number(ownValue(part, owner)))] as const,
  );
  return assembleRecord(kind, row, new Map(parts));
}

/** What people write of a record: without its id, the bytes of its file, and what the database and machines write. */
export function editableData(kind: Kind, record: JsonObject): JsonObject {
  const bytes = kind.media === null ? [] : ['content'];
  const left = new Set(['kind', 'id', ...bytes, ...kind.machineWritten]);
  return Object.fromEntries(Object.entries(record).filter(([field]) => !left.has(field)));
}
