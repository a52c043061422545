import { ownValue } from '#domain/objects.ts';
import { type Kind, getColumn } from '#kinds/contract.ts';
import type { JsonObject } from '#schema/record-fields.ts';

/** Rows of other tables by the id of the row that they belong to. */
export type RowsOfRecords = Map<string, Map<number, JsonObject[]>>;

/** A record of its row and of the rows that belong to it, its fields in the order of its schema. */
export function assembleRecord(kind: Kind, row: JsonObject, children: RowsOfRecords): JsonObject {
  const own = (table: string, id = Number(row['id'])) => children.get(table)?.get(id) ?? [];
  const parts = kind.parts?.read(row, own) ?? {};
  const record: JsonObject = {};
  for (const [field, schema] of Object.entries(kind.schema.shape)) {
    const join = ownValue(kind.joins, field);
    const value =
      field === 'kind'
        ? kind.kind
        : join
          ? own(join.table)
              .filter((member) =>
                Object.entries(join.constants ?? {}).every(
                  ([column, constant]) => ownValue(member, column) === constant,
                ),
              )
              .map((member) => ownValue(member, join.member) ?? null)
          : Object.hasOwn(parts, field)
            ? ownValue(parts, field)
            : ownValue(row, getColumn(kind, field));
    // A column that need not be in a bundle is left out when it is empty.
    if (value !== undefined && !(value === null && schema._zod.def.type === 'optional')) record[field] = value;
  }
  return record;
}
