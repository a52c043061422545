import { ownValue } from '#domain/objects.ts';
import { z } from 'zod';
import { type Client, expectData } from '#content/clients/client.ts';
import type { Kind } from '#kinds/contract.ts';
import { type JsonObject, jsonObject } from '#schema/record-fields.ts';
import type { RowsOfRecords } from '#content/records/assemble-record.ts';

/** The rows of other tables that belong to records, for `assembleRecord`. The client has all rights. */
export async function readChildren(
  service: Client,
  { joins, parts }: Pick<Kind, 'joins' | 'parts'>,
  rows: readonly JsonObject[],
): Promise<RowsOfRecords> {
  const children: RowsOfRecords = new Map();
  const read = async (table: string, owner: string, owners: readonly number[]) => {
    if (owners.length === 0) return;
    const found = await expectData(
      `export_children of ${table}`,
      service.rpc('export_children', { p_table: table, p_owner: owner, p_owners: [...owners] }),
      z.array(jsonObject()),
    );
    children.set(
      table,
      Map.groupBy(found, (row) => Number(ownValue(row, owner))),
    );
  };
  const ids = rows.map((row) => Number(row['id']));
  const joined = new Map(Object.values(joins).map(({ table, owner }) => [table, owner]));
  for (const [table, owner] of joined) await read(table, owner, ids);
  for (const { table, owner, of } of parts?.tables ?? []) {
    const above = of === undefined ? null : [...(children.get(of)?.values() ?? [])].flat();
    await read(table, owner, above?.map((row) => Number(row['id'])) ?? ids);
  }
  return children;
}
