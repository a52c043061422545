import { z } from 'zod';
import { isRecord, ownValue } from '#domain/objects.ts';
import type { Issue } from '#domain/result.ts';
import { problemOfSize } from '#domain/values/json-limits.ts';
import { findUnstorable, unstorableMessage } from '#domain/text/text.ts';
import { type Kind, toRecordIssues } from '#kinds/contract.ts';
import type { JsonObject } from '#schema/record-fields.ts';
import { editableData } from './record-data.ts';

/**
 * The data of a draft, or what is wrong with its shape. A draft may be unfinished: what is empty, too short or not yet as it
 * has to be is refused when it is published. Values of another type and unknown fields are refused at once.
 */
export function checkDraft(
  kind: Kind,
  id: number | string,
  data: unknown,
): { ok: true; data: JsonObject } | { ok: false; issues: Issue[] } {
  if (!isRecord(data)) return { ok: false, issues: [{ path: [], message: 'A record is an object' }] };
  const size = problemOfSize(data);
  if (size !== null) return { ok: false, issues: [{ path: [], message: size }] };
  const unstorable = findUnstorable(data);
  if (unstorable) return { ok: false, issues: [{ path: unstorable, message: unstorableMessage }] };
  // A value that came as JSON is JSON.
  const own = editableData(kind, data as JsonObject);
  const parsed = kind.schema.safeParse({ ...own, kind: kind.kind, id });
  if (parsed.success) return { ok: true, data: own };
  const wrong = parsed.error.issues.filter((issue) => isOfShape(issue, own));
  if (wrong.length === 0) return { ok: true, data: own };
  const machines = new Set<PropertyKey>(kind.machineWritten);
  const issues = wrong.filter(({ path }) => !machines.has(path[0] ?? ''));
  if (issues.length === 0) return { ok: true, data: own };
  return { ok: false, issues: toRecordIssues(new z.ZodError(issues), own) };
}

function isOfShape({ code, path }: z.core.$ZodIssue, data: JsonObject): boolean {
  switch (code) {
    case 'invalid_type':
    case 'invalid_value':
    case 'invalid_union':
    case 'invalid_key':
      return !isBlank(valueAt(data, path));
    case 'unrecognized_keys':
    case 'invalid_element':
      return true;
    default:
      return false;
  }
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function valueAt(data: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, step) => {
    if (Array.isArray(at)) return at[Number(step)];
    return isRecord(at) ? ownValue(at, String(step)) : undefined;
  }, data);
}
