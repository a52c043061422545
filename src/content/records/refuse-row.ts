import { z } from 'zod';
import { canonicalPath } from '#domain/addresses/routes.ts';
import { ownValue } from '#domain/objects.ts';
import { type Issue, type Result, fail } from '#domain/result.ts';
import type { DatabaseError } from '#content/clients/call-function.ts';
import { DatabaseUnavailable } from '#content/clients/client.ts';
import { isCircle } from '#content/refusals/circle-refused.ts';
import { describeRefusal } from '#content/refusals/describe-refusal.ts';
import type { Json } from '#database/database.types.ts';
import type { ParsedRecord } from '#kinds/contract.ts';
import { getKind } from '#kinds/kinds.ts';

/** A record of which a row was refused. */
type RefusedRecord = { record: ParsedRecord };

function readText(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

const circleDetails = z.object({ tree: z.string(), nodes: z.array(z.string()) });

/** The same of records that would be above themselves, or lead to themselves, at the field that says so. */
function refuseRowsInCircle(
  prepared: readonly RefusedRecord[],
  message: string,
  details: string | null | undefined,
): Result<never> {
  const { tree, nodes } = circleDetails.parse(JSON.parse(details || '{"tree": "", "nodes": []}'));
  const issues = prepared.flatMap(({ record: { kind, id, rows } }): Issue[] => {
    const row = rows[0]?.row;
    if (getKind(kind).table !== tree || !row) return [];
    if (getKind(kind).isTree) return nodes.includes(String(id)) ? [{ path: [kind, id, 'parent'], message }] : [];
    const site = readText(row['site_id']);
    const from = canonicalPath(readText(row['from_path']));
    return nodes.some((node) => node.startsWith(`${site}/`) && canonicalPath(node.slice(site.length)) === from)
      ? [{ path: [kind, id, 'to_path'], message }]
      : [];
  });
  return issues.length > 0
    ? fail('invalid', `Nothing was published. ${message}`, issues)
    : fail('conflict', `Nothing was published. ${message}`);
}

/** What the database says of a row that another row is in the way of, at the field where that can be told. */
export function refuseRow(
  prepared: readonly RefusedRecord[],
  { code = '', message, details }: DatabaseError,
): Result<never> {
  if (isCircle(code)) return refuseRowsInCircle(prepared, message, details);
  const table =
    /(?:table|relation) "([a-z_]+)"/.exec(message)?.[1] ?? /"([a-z_][a-z]*)_[a-z_]+_(?:key|fkey)"/.exec(message)?.[1];
  const columns = /Key \(([^)]*)\)/.exec(details ?? '')?.[1]?.split(', ') ?? [];
  const value = /=\(([^)]*)\)/.exec(details ?? '')?.[1];
  const [first] = prepared;
  const found =
    prepared.find(({ record }) => {
      const row = record.rows[0]?.row;
      return (
        row !== undefined &&
        columns.length > 0 &&
        columns.every((column) => Object.hasOwn(row, column)) &&
        columns.map((column) => readText(ownValue(row, column))).join(', ') === value
      );
    }) ??
    prepared.find(({ record }) => record.rows[0]?.table === table) ??
    first;
  if (!found) throw new DatabaseUnavailable('publish_records', code, message);
  const { kind, id } = found.record;
  const { shape } = getKind(kind).schema;
  const column = columns.find((name) => name !== 'site_id') ?? '';
  const field = Object.hasOwn(shape, column) ? column : column.replace(/_id$/, '');
  const said = code === '23505' ? 'Another one has this already. Choose another.' : 'The database does not take this.';
  const refusal = describeRefusal({ code, message, details: details ?? null });
  return fail('invalid', refusal?.message ?? 'Nothing was published: this cannot be stored as it is.', [
    { path: Object.hasOwn(shape, field) ? [kind, id, field] : [kind, id], message: said },
  ]);
}
