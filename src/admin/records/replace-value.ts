import { isRecord } from '#domain/objects.ts';
import type { JsonObject } from '#schema/record-fields.ts';

/** Data with the value that another version has at a path; a text without one there is none. */
export function replaceValue(data: JsonObject, other: JsonObject, path: readonly string[]): JsonObject {
  const [name, ...rest] = path;
  if (name === undefined) return other;
  const own = data[name];
  const value = other[name];
  if (rest.length > 0) {
    const inside = replaceValue(isJsonObject(own) ? own : {}, isJsonObject(value) ? value : {}, rest);
    return { ...data, [name]: inside };
  }
  if (value !== undefined) return { ...data, [name]: value };
  const { [name]: _, ...others } = data;
  return others;
}

function isJsonObject(value: JsonObject[string] | undefined): value is JsonObject {
  return isRecord(value);
}
