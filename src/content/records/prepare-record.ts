import { callFunction } from '#content/clients/call-function.ts';
import { ownValue } from '#domain/objects.ts';
import { z } from 'zod';
import type { Issue } from '#domain/result.ts';
import { problemOfSize } from '#domain/values/json-limits.ts';
import type { Client } from '#content/clients/client.ts';
import type { Json } from '#database/database.types.ts';
import { parseRecord } from '#content/records/parse-record.ts';
import type { Kind, ParsedRecord } from '#kinds/contract.ts';
import { getKind } from '#kinds/kinds.ts';
import { type KindName, kindNames, notFound } from '#kinds/registry.ts';
import { fieldRegistry } from '#schema/field-meta.ts';
import { type JsonObject, bookkeeping } from '#schema/record-fields.ts';
import type { RecordId } from '#view-model/records.ts';
import type { StoredRecord } from './read-record.ts';
import { type RecordRows, recordOfRows } from './record-data.ts';

export type RecordName = { kind: KindName; id: RecordId };

/** The record that a draft becomes: what machines write stays as it is live, but for the file that the draft gives a medium. */
function recordOfDraft({ kind: name, id }: RecordName, { rows, draft }: StoredRecord, at: string): JsonObject {
  const kind = getKind(name);
  const live = rows ? recordOfRows(kind, withFile(kind, rows, draft?.file ?? null)) : null;
  const record: JsonObject = { kind: name, id, ...draft?.data };
  for (const field of kind.machineWritten) {
    if (Object.hasOwn(bookkeeping, field)) continue;
    const value = live ? ownValue(live, field) : machineBlank(kind, field, at);
    if (value !== undefined) record[field] = value;
  }
  return record;
}

function withFile({ table }: Kind, rows: RecordRows, file: JsonObject | null): RecordRows {
  const [row] = ownValue(rows, table) ?? [];
  return row && file ? { ...rows, [table]: [{ ...row, ...file }] } : rows;
}

/** What a record has that no machine has written anything about. */
export function machineBlank({ schema }: Kind, field: string, at: string): string | number | undefined {
  const meta = ownValue(schema.shape, field) && fieldRegistry.get(ownValue(schema.shape, field));
  if (meta?.widget === 'number') return meta.min ?? 0;
  return meta?.widget === 'date-time' ? at : undefined;
}

/** A draft that can be published, as rows; or all that is wrong with it, as an import would say. */
export function prepareRecord(
  named: RecordName,
  stored: StoredRecord,
  at: string,
): { ok: true; record: ParsedRecord } | { ok: false; issues: readonly Issue[] } {
  const record = recordOfDraft(named, stored, at);
  const size = problemOfSize(record);
  if (size !== null) return { ok: false, issues: [{ path: [], message: size }] };
  const parsed = parseRecord(record);
  if (!parsed.ok) return parsed;
  return parsed.record.issues.length > 0 ? { ok: false, issues: parsed.record.issues } : parsed;
}

/** What records name and nobody has: neither the database nor the records themselves. At the field that names it. */
export async function findMissing(
  service: Client,
  records: readonly ParsedRecord[],
): Promise<{ of: RecordName; issue: Issue }[]> {
  const own = new Set(records.map(({ kind, id }) => `${kind}:${id}`));
  const named = records.flatMap(({ kind, id, references }) =>
    references.filter((to) => !own.has(`${to.kind}:${to.id}`)).map((to) => ({ of: { kind, id }, to })),
  );
  const asked: Record<string, RecordId[]> = {};
  for (const { to } of named) (asked[to.kind] ??= []).push(to.id);
  if (named.length === 0) return [];
  const missing = await callFunction(
    service,
    'import_missing',
    z.partialRecord(z.enum(kindNames), z.array(z.union([z.number(), z.string()]))),
    { p_references: asked as Json },
  );
  return named
    .filter(({ to }) => missing[to.kind]?.includes(to.id))
    .map(({ of, to }) => ({ of, issue: { path: to.path, message: `${notFound(to.kind)}. Choose another.` } }));
}

const parentRow = z.object({ parent_id: z.number().nullish() }).loose().nullable();

const titledRow = z.union([
  z.object({ localized: z.object({ en: z.object({ title: z.string() }) }) }).transform((row) => row.localized.en.title),
  z.object({ 'localized/en/title': z.string() }).transform((row) => row['localized/en/title']),
  z.object({ name: z.string() }).transform((row) => row.name),
]);

/** What people call a record of a tree, by its row or its fields; undefined where that has no name. */
function titleIn(row: unknown): string | undefined {
  return titledRow.safeParse(row).data;
}

/** Records that would be below themselves. */
export async function findCircles(
  client: Client,
  records: readonly ParsedRecord[],
): Promise<{ of: RecordName; issue: Issue }[]> {
  const found: { of: RecordName; issue: Issue }[] = [];
  const parents = new Map(records.map(({ kind, id, rows }) => [`${kind}:${id}`, rows[0]?.row['parent_id']]));
  const titles = new Map(records.map(({ kind, id, rows }) => [`${kind}:${id}`, titleIn(rows[0]?.row)]));
  for (const { kind, id } of records) {
    const { isTree, table } = getKind(kind);
    if (!isTree) continue;
    const seen = new Set<unknown>();
    let above = parents.get(`${kind}:${id}`);
    while (typeof above === 'number' && !seen.has(above)) {
      seen.add(above);
      if (above === id) {
        const way = [id, ...seen].map((one) => `“${titles.get(`${kind}:${String(one)}`) ?? String(one)}”`);
        const message = `It would be below itself: ${way.join(' below ')}. Choose another one above it.`;
        found.push({ of: { kind, id }, issue: { path: ['parent'], message } });
        break;
      }
      const known = `${kind}:${above}`;
      if (!parents.has(known)) {
        const [row] = await callFunction(client, 'read_fields', z.array(parentRow), {
          p_records: [{ name: table, ref: above }],
        });
        parents.set(known, row?.parent_id ?? null);
        titles.set(known, titleIn(row));
      }
      above = parents.get(known);
    }
  }
  return found;
}
