import type { z } from 'zod';
import { isRecord, ownValue } from '#domain/objects.ts';
import type { Issue } from '#domain/result.ts';
import { getConditions, hiddenNames } from './conditions.ts';
import { type Condition, type ReferenceKind, fieldRegistry, pickedKind } from './field-meta.ts';
import { getDef } from './schema-def.ts';

/** Where the references of a schema are: only the branches that lead to one. */
type Plan =
  | { at: 'reference'; kind: ReferenceKind; required: boolean }
  | {
      at: 'object';
      fields: readonly (readonly [string, Plan])[];
      conditions: ReadonlyMap<string, Condition>;
      /** The field that titles its link. */
      titledBy: string | null;
    }
  | { at: 'array'; item: Plan };

const plans = new WeakMap<z.core.$ZodType, Plan | null>();

function getPlan(schema: z.core.$ZodType): Plan | null {
  const known = plans.get(schema);
  if (known !== undefined) return known;
  const plan = makePlan(schema);
  plans.set(schema, plan);
  return plan;
}

function makePlan(schema: z.core.$ZodType): Plan | null {
  const meta = fieldRegistry.get(schema);
  if (meta?.widget === 'reference') return { at: 'reference', kind: pickedKind(meta), required: meta.required };
  const def = getDef(schema);
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape).flatMap(([name, field]) => {
        const plan = getPlan(field);
        return plan ? [[name, plan] as const] : [];
      });
      const titledBy = titleBeside(Object.keys(def.shape));
      return fields.length > 0 ? { at: 'object', fields, conditions: getConditions(def.shape), titledBy } : null;
    }
    case 'array': {
      const item = getPlan(def.element);
      return item ? { at: 'array', item } : null;
    }
    case 'default':
    case 'prefault':
    case 'optional':
    case 'nullable':
      return getPlan(def.innerType);
    default:
      return null;
  }
}

/** The field whose text a link beside it shows in place of its own: a title of the link, or the title of a button. */
function titleBeside(fields: readonly string[]): string | null {
  if (!fields.includes('link')) return null;
  if (fields.includes('linkTitle')) return 'linkTitle';
  return fields.length === 2 && fields.includes('title') ? 'title' : null;
}

/** The branches of an object that its conditions show. Hidden fields have no references. */
function shownFields(
  plan: Plan & { at: 'object' },
  value: Record<string, unknown>,
): readonly (readonly [string, Plan])[] {
  if (plan.conditions.size === 0) return plan.fields;
  const hidden = hiddenNames(plan.conditions, value);
  return plan.fields.filter(([name]) => !hidden.has(name));
}

export type ReferenceTarget = { kind: ReferenceKind; id: number };

/** Adds every record that parsed module data references to those found before, in the order of the data. */
export function collectReferences(schema: z.ZodType, data: unknown, found: ReferenceTarget[] = []): ReferenceTarget[] {
  const visit = (plan: Plan | null, value: unknown): void => {
    if (!plan) return;
    if (plan.at === 'reference') {
      if (typeof value === 'number') found.push({ kind: plan.kind, id: value });
    } else if (plan.at === 'array') {
      if (Array.isArray(value)) for (const item of value) visit(plan.item, item);
    } else if (isRecord(value)) {
      for (const [name, field] of shownFields(plan, value)) visit(field, ownValue(value, name));
    }
  };
  visit(getPlan(schema), data);
  return found;
}

/** Every record that parsed module data points to, and where it does so. */
export function locateReferences(
  schema: z.ZodType,
  data: unknown,
): (ReferenceTarget & { path: (string | number)[] })[] {
  const found: (ReferenceTarget & { path: (string | number)[] })[] = [];
  const visit = (plan: Plan | null, value: unknown, path: (string | number)[]): void => {
    if (!plan) return;
    if (plan.at === 'reference') {
      if (typeof value === 'number') found.push({ kind: plan.kind, id: value, path });
    } else if (plan.at === 'array') {
      if (Array.isArray(value)) value.forEach((item, index) => visit(plan.item, item, [...path, index]));
    } else if (isRecord(value)) {
      for (const [name, field] of shownFields(plan, value)) visit(field, ownValue(value, name), [...path, name]);
    }
  };
  visit(getPlan(schema), data, []);
  return found;
}

/**
 * Parsed module data with each reference replaced by what `lookup` answers: null for an optional one whose record is not to
 * be shown, left out where it is an item of a list of references. A required one that is missing is an issue at its path.
 * References of hidden fields are not looked up, and are null or left out. A link that has a title beside it has no text of its own,
 * which nothing shows: pages do not change with it, and `lookup` is told.
 */
export function resolveReferences(
  schema: z.ZodType,
  data: unknown,
  lookup: (kind: ReferenceKind, id: number, isTitled: boolean) => unknown,
): { data: unknown; issues: Issue[] } {
  const issues: Issue[] = [];
  const visit = (
    plan: Plan | null,
    value: unknown,
    path: readonly (string | number)[],
    isShown: boolean,
    isTitled = false,
  ): unknown => {
    if (!plan) return value;
    if (plan.at === 'reference') {
      if (typeof value !== 'number' || !isShown) return null;
      const record = lookup(plan.kind, value, isTitled) ?? null;
      if (record === null && plan.required) {
        issues.push({
          path,
          message: `The ${plan.kind.replaceAll('_', ' ')} that was chosen here is deleted or not published`,
        });
      }
      return record;
    }
    if (plan.at === 'array') {
      if (!Array.isArray(value)) return value;
      const items = value.map((item, index) => visit(plan.item, item, [...path, index], isShown));
      return plan.item.at === 'reference' ? items.filter((item) => item !== null) : items;
    }
    if (!isRecord(value)) return value;
    const copy = { ...value };
    const hidden = hiddenNames(plan.conditions, value);
    const hasTitle = plan.titledBy !== null && Boolean(ownValue(value, plan.titledBy));
    for (const [name, field] of plan.fields) {
      copy[name] = visit(
        field,
        ownValue(value, name),
        [...path, name],
        isShown && !hidden.has(name),
        hasTitle && name === 'link',
      );
    }
    const { link } = copy;
    if (hasTitle && isRecord(link) && 'text' in link) copy['link'] = { ...link, text: '' };
    return copy;
  };
  return { data: visit(getPlan(schema), data, [], true), issues };
}
