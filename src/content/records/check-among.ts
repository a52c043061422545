import { z } from 'zod';
import type { Issue } from '#domain/result.ts';
import { type Client, expectData } from '#content/clients/client.ts';
import { takeTurns } from './take-turns.ts';
import type { Kind, ParsedRecord } from '#kinds/contract.ts';
import { getKind } from '#kinds/kinds.ts';
import { type JsonObject, jsonObject } from '#schema/record-fields.ts';
import type { RecordName } from './prepare-record.ts';

const pageSize = 1000;

/** What records make wrong together with all others of their kind, those that are live and those that become live with them. */
export async function findAmong(
  service: Client,
  records: readonly ParsedRecord[],
): Promise<{ of: RecordName; issue: Issue }[]> {
  const found: { of: RecordName; issue: Issue }[] = [];
  for (const [name, own] of Map.groupBy(records, ({ kind }) => kind)) {
    if (own.every(({ checkAmong }) => checkAmong === null)) continue;
    const ids = new Set(own.map(({ id }) => String(id)));
    const live = (await readRows(service, getKind(name))).filter((row) => !ids.has(readId(row)));
    const all = [...live, ...own.flatMap(({ rows: [first] }) => (first ? [first.row] : []))];
    await takeTurns(own, ({ id, checkAmong }) => {
      const issues = checkAmong?.(all) ?? [];
      found.push(...issues.map((issue) => ({ of: { kind: name, id }, issue })));
    });
  }
  return found;
}

async function readRows(service: Client, { table }: Kind): Promise<JsonObject[]> {
  const all: JsonObject[] = [];
  for (;;) {
    const last = all.at(-1);
    const rows = await expectData(
      `export_rows of ${table}`,
      service.rpc('export_rows', {
        p_table: table,
        p_limit: pageSize,
        ...(last === undefined ? {} : { p_after: readId(last) }),
      }),
      z.array(jsonObject()),
    );
    all.push(...rows);
    if (rows.length < pageSize) return all;
  }
}

function readId(row: JsonObject): string {
  return z.coerce.string().parse(row['id']);
}
