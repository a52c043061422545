import type { z } from 'zod';
import { problemOfSize } from '#domain/json-limits.ts';
import { isRecord } from '#domain/objects.ts';
import { rowIds } from '#kinds/reading/row-id.ts';
import { type SchemaDef, innerDefOf } from '#schema/schema-def.ts';

/** A row of the database does not satisfy its schema: outputs that show it retain their last good version. */
export class InvalidRecord extends Error {
  override readonly name = 'InvalidRecord';
  readonly record: string;
  readonly field: string;
  readonly reason: string;
  /** The tags of a change that may mend it. */
  readonly tags: readonly string[];
  constructor(kind: string, id: number, fault: z.ZodError | string, tags: readonly string[] = []) {
    const issue = typeof fault === 'string' ? { path: [], message: fault } : fault.issues[0];
    const record = id === 0 ? kind : `${kind} ${id}`;
    super(`The ${record} is not valid at ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
    this.record = record;
    this.field = issue?.path.join('.') ?? '';
    this.reason = issue?.message ?? '';
    this.tags = id === 0 ? tags : [...new Set([tagOf(kind, id), ...tags])];
  }
}

function tagOf(shape: string, id: number): string {
  return shape === 'page' ? `address:page:${id}` : `${shape.replace(/_detail$/, '')}:${id}`;
}

/** The tags of the records on the way to a fault: a product of a list, and the image of that product. */
function tagsOnTheWay(schema: z.core.$ZodType, stored: unknown, path: readonly PropertyKey[]): string[] {
  const tags: string[] = [];
  let part: z.core.$ZodType | null = schema;
  let value = stored;
  for (const step of path) {
    const def: SchemaDef | null = part && innerDefOf(part);
    if (def?.type === 'object') tags.push(...ownTags(def.shape, value));
    part = def && partOf(def, String(step));
    value = Array.isArray(value) ? value[Number(step)] : isRecord(value) ? value[String(step)] : undefined;
  }
  return tags;
}

function ownTags(shape: Readonly<Record<string, z.core.$ZodType>>, row: unknown): string[] {
  return Object.entries(shape).flatMap(([name, field]) => {
    const id = isRecord(row) ? row[name] : undefined;
    const tag = rowIds.get(field)?.tag;
    return tag !== undefined && typeof id === 'number' ? [`${tag}:${id}`] : [];
  });
}

/** The schema of a part of a value; null where a schema has no such parts. */
function partOf(def: SchemaDef, step: string): z.core.$ZodType | null {
  switch (def.type) {
    case 'object':
      return def.shape[step] ?? null;
    case 'array':
      return def.element;
    case 'record':
      return def.valueType;
    default:
      return null;
  }
}

/** Parses a row by its schema. The modules of a page are validated one by one, where they are read. */
export function readRow<T>(
  kind: string,
  id: number,
  schema: z.ZodType<T>,
  stored: unknown,
  { isMeasured = true }: { isMeasured?: boolean } = {},
): T | InvalidRecord {
  const problem = isMeasured ? problemOfSize(stored) : null;
  if (problem !== null) return new InvalidRecord(kind, id, problem);
  const parsed = schema.safeParse(stored);
  if (parsed.success) return parsed.data;
  return new InvalidRecord(kind, id, parsed.error, tagsOnTheWay(schema, stored, parsed.error.issues[0]?.path ?? []));
}
