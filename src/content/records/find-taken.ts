import { z } from 'zod';
import type { Issue } from '#domain/result.ts';
import { callFunction } from '#content/clients/call-function.ts';
import type { Client } from '#content/clients/client.ts';
import type { Json } from '#database/database.types.ts';
import type { ParsedRecord } from '#kinds/contract.ts';
import { getKind } from '#kinds/kinds.ts';
import { kindNames } from '#kinds/registry.ts';
import type { RecordName } from './prepare-record.ts';
import { parseRecordId } from './record-id.ts';
import { readTitles } from './record-names.ts';

const taken = z.object({
  kind: z.enum(kindNames),
  id: z.string(),
  columns: z.array(z.string()),
  by: z.object({ kind: z.enum(kindNames), id: z.string() }),
});

/** What only one record may have, and another one has that is live: at the field, with the name of the other one. */
export async function findTaken(
  service: Client,
  records: readonly ParsedRecord[],
): Promise<{ of: RecordName; issue: Issue }[]> {
  if (records.length === 0) return [];
  const found = await callFunction(service, 'find_taken', z.array(taken), {
    p_records: records.map(({ kind, id, rows }) => ({ kind, id: String(id), rows: rows as Json })),
  });
  const titles = await readTitles(
    service,
    found.map(({ by }) => by),
  );
  return found.map(({ kind, id, columns, by }) => ({
    of: { kind, id: parseRecordId(kind, id) },
    issue: {
      path: findField(kind, columns),
      message: `“${titles.get(`${by.kind}:${by.id}`) ?? by.id}” has this already. Choose another.`,
    },
  }));
}

/** The field of a key of the database: the site and the language only say where something must differ. */
function findField(kind: RecordName['kind'], columns: readonly string[]): string[] {
  const { shape } = getKind(kind).schema;
  const names = columns.map((column) => (Object.hasOwn(shape, column) ? column : column.replace(/_id$/, '')));
  const fields = names.filter((name) => Object.hasOwn(shape, name));
  const field = fields.find((name) => name !== 'site' && name !== 'locale') ?? fields[0];
  return field === undefined ? [] : [field];
}
