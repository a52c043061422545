import { z } from 'zod';
import { isRecord, ownValue } from '#domain/objects.ts';
import { emptyValue } from './blank-value.ts';
import { type Condition, fieldRegistry } from './field-meta.ts';

/**
 * Fields that show only while another field of the same object has a chosen value. A hidden field is neither required
 * nor validated, and the records that it references are not read.
 */
type Values = Readonly<Record<string, unknown>>;

/** Which of an object's fields are hidden, by their conditions. A field whose condition looks at a hidden one is hidden too. */
export function hiddenNames(conditions: ReadonlyMap<string, Condition>, values: Values): ReadonlySet<string> {
  const isHidden = (name: string, seen: readonly string[]): boolean => {
    const condition = conditions.get(name);
    if (!condition || seen.includes(name)) return false;
    const value = ownValue(values, condition.field);
    const isMet = (typeof value === 'string' || typeof value === 'boolean') && condition.equals.includes(value);
    return !isMet || isHidden(condition.field, [...seen, name]);
  };
  return new Set([...conditions.keys()].filter((name) => isHidden(name, [])));
}

/** The conditions of an object's fields, by name. */
export function getConditions(shape: Readonly<Record<string, z.core.$ZodType>>): ReadonlyMap<string, Condition> {
  return new Map(
    Object.entries(shape).flatMap(([name, field]) => {
      const when = fieldRegistry.get(field)?.when;
      return when ? [[name, when]] : [];
    }),
  );
}

/**
 * The schema without the problems of hidden fields: an invalid hidden field is stored as blank. A valid hidden field
 * retains its value for when it is shown again.
 */
export function withConditions<S extends z.ZodType>(schema: S): S {
  if (!(schema instanceof z.ZodObject)) return schema;
  const { shape } = schema;
  const conditions = getConditions(shape);
  if (conditions.size === 0) return schema;
  const check = z.core._check<z.output<S>>(
    (payload) => {
      const values: unknown = payload.value;
      if (!isRecord(values)) return;
      const hidden = hiddenNames(conditions, values);
      const wrong = new Set(payload.issues.map(({ path }) => String(path?.[0])).filter((name) => hidden.has(name)));
      if (wrong.size === 0) return;
      const kept = payload.issues.filter(({ path }) => !wrong.has(String(path?.[0])));
      payload.issues.splice(0, payload.issues.length, ...kept);
      for (const [name, field] of Object.entries(shape)) if (wrong.has(name)) values[name] = emptyValue(field);
    },
    // Also when fields are wrong: it is there to forgive that.
    { when: () => true },
  );
  return schema.check(check);
}
