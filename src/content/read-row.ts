import type { z } from 'zod';
import { problemOfSize } from '#domain/json-limits.ts';
import { isRecord } from '#domain/objects.ts';

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
    this.tags = id === 0 ? tags : [tagOf(kind, id), ...tags];
  }
}

function tagOf(shape: string, id: number): string {
  return shape === 'page' ? `address:page:${id}` : `${shape.replace(/_detail$/, '')}:${id}`;
}

/** The tags of the records on the way to a fault: a product of a list, and the image of that product. */
function tagsOnTheWay(stored: unknown, path: readonly PropertyKey[], kindOfItems: string | undefined): string[] {
  const tags: string[] = [];
  let value = stored;
  let kind: string | undefined;
  for (const step of path) {
    if (Array.isArray(value)) {
      value = value[Number(step)];
      kind ??= kindOfItems;
    } else {
      value = isRecord(value) ? value[String(step)] : undefined;
      kind = step === 'items' ? kindOfItems : String(step).replace(/^og_/, '');
    }
    const id = isRecord(value) ? value['id'] : undefined;
    if (kind !== undefined && typeof id === 'number') tags.push(tagOf(kind, id));
  }
  return tags;
}

/** Parses a row by its schema. The modules of a page are validated one by one, where they are read. */
export function readRow<T>(
  kind: string,
  id: number,
  schema: z.ZodType<T>,
  stored: unknown,
  { isMeasured = true, kindOfItems }: { isMeasured?: boolean; kindOfItems?: string | undefined } = {},
): T | InvalidRecord {
  const problem = isMeasured ? problemOfSize(stored) : null;
  if (problem !== null) return new InvalidRecord(kind, id, problem);
  const parsed = schema.safeParse(stored);
  if (parsed.success) return parsed.data;
  return new InvalidRecord(
    kind,
    id,
    parsed.error,
    tagsOnTheWay(stored, parsed.error.issues[0]?.path ?? [], kindOfItems),
  );
}
