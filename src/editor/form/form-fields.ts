import type { z } from 'zod';
import { type Condition, type FieldMeta, type ReferenceKind, fieldRegistry } from '#modules/fields.ts';
import { emptyRichText } from '#modules/rich-text.ts';

/**
 * A form made from a schema: what its fields are, in their order, as plain data. The schema stays the only place where a rule
 * is written; whether a field is required is found out by asking it.
 */
type Common = {
  name: string;
  label: string;
  help: string | null;
  when: Condition | null;
  required: boolean;
  /** What it holds before anybody has filled it in. */
  initial: unknown;
};

export type FormField = Common &
  (
    | { widget: 'text' | 'long-text'; max: number | null }
    | { widget: 'rich-text' }
    | { widget: 'select'; options: readonly { value: string; label: string }[] }
    | { widget: 'checkbox' }
    | { widget: 'reference'; kind: ReferenceKind }
    | { widget: 'references'; kind: ReferenceKind; max: number | null }
    | { widget: 'list'; max: number | null; itemLabel: string; fields: readonly FormField[] }
    | { widget: 'group'; fields: readonly FormField[] }
    | { widget: 'hidden' }
  );
export type FieldOf<W extends FormField['widget']> = Extract<FormField, { widget: W }>;

export type Values = Record<string, unknown>;

/** The fields of an object schema, wrapped in defaults or not. */
export function formFields(schema: z.core.$ZodType): FormField[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) => formField(name, field) ?? []);
    case 'array':
      return formFields(def.element);
    case 'default':
    case 'prefault':
    case 'optional':
    case 'nullable':
      return formFields(def.innerType);
    default:
      return [];
  }
}

/** A field without metadata has nothing that an editor could see or change. */
function formField(name: string, schema: z.core.$ZodType): FormField | null {
  const meta = fieldRegistry.get(schema as z.ZodType);
  if (!meta) return null;
  const fields = meta.widget === 'list' || meta.widget === 'group' ? formFields(schema) : [];
  const blank = blankOf(meta, fields);
  const byDefault = (schema as z.ZodType).safeParse(undefined);
  const common: Common = {
    name,
    label: meta.label,
    help: meta.help ?? null,
    when: meta.when ?? null,
    required: meta.widget !== 'group' && meta.widget !== 'hidden' && !(schema as z.ZodType).safeParse(blank).success,
    initial: byDefault.success ? byDefault.data : blank,
  };
  switch (meta.widget) {
    case 'text':
    case 'long-text':
      return { ...common, widget: meta.widget, max: meta.max ?? null };
    case 'select':
      return { ...common, widget: 'select', options: meta.options };
    case 'reference':
      return { ...common, widget: 'reference', kind: meta.kind };
    case 'references':
      return { ...common, widget: 'references', kind: meta.kind, max: meta.max ?? null };
    case 'list':
      return { ...common, widget: 'list', max: meta.max ?? null, itemLabel: meta.itemLabel, fields };
    case 'group':
      return { ...common, widget: 'group', fields };
    case 'rich-text':
    case 'checkbox':
    case 'hidden':
      return { ...common, widget: meta.widget };
  }
}

/** What a field holds when it is empty. */
function blankOf(meta: FieldMeta, fields: readonly FormField[]): unknown {
  switch (meta.widget) {
    case 'text':
    case 'long-text':
    case 'hidden':
      return '';
    case 'rich-text':
      return emptyRichText;
    case 'select':
      return meta.options[0]?.value ?? '';
    case 'checkbox':
      return false;
    case 'reference':
      return null;
    case 'references':
    case 'list':
      return [];
    case 'group':
      return fillIn(fields, {});
  }
}

function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Stored data with every field that the form has: what was never stored takes its initial value. */
export function fillIn(fields: readonly FormField[], stored: unknown): Values {
  const given = isRecord(stored) ? stored : {};
  const values: Values = {};
  for (const field of fields) {
    const value = given[field.name];
    if (field.widget === 'group') values[field.name] = fillIn(field.fields, value);
    else if (field.widget === 'list') {
      const items: unknown[] = Array.isArray(value) ? value : Array.isArray(field.initial) ? field.initial : [];
      values[field.name] = items.map((item) => fillIn(field.fields, item));
    } else values[field.name] = value === undefined ? structuredClone(field.initial) : value;
  }
  return values;
}

/** A list item as it is added: its fields' initial values, and an id of its own where items have one. */
export function newItem(fields: readonly FormField[], others: readonly unknown[]): Values {
  const item = fillIn(fields, {});
  for (const field of fields) {
    if (field.widget !== 'hidden') continue;
    const taken = new Set(others.map((other) => (isRecord(other) ? other[field.name] : undefined)));
    item[field.name] = makeItemId(taken);
  }
  return item;
}

function makeItemId(taken: ReadonlySet<unknown>): string {
  for (;;) {
    const bytes = crypto.getRandomValues(new Uint8Array(5));
    const id = `i-${[...bytes].map((byte) => (byte % 36).toString(36)).join('')}`;
    if (!taken.has(id)) return id;
  }
}

/** What a list item is called while it is closed: its first text. */
export function itemTitle(fields: readonly FormField[], item: unknown): string {
  const texts = fields.flatMap((field) => {
    const value = isRecord(item) ? item[field.name] : undefined;
    return (field.widget === 'text' || field.widget === 'long-text') && typeof value === 'string' && value.trim() !== ''
      ? [{ value: value.trim(), rank: field.name === 'title' ? 0 : 1 }]
      : [];
  });
  return texts.toSorted((a, b) => a.rank - b.rank)[0]?.value ?? '';
}

/** Whether a field is shown, given the values that stand beside it. */
export function isShown(field: FormField, siblings: unknown): boolean {
  if (field.widget === 'hidden') return false;
  if (!field.when) return true;
  const value = isRecord(siblings) ? siblings[field.when.field] : undefined;
  return typeof value === 'string' && field.when.equals.includes(value);
}

/** The labels of the fields in which two versions of a module differ. */
export function changedLabels(fields: readonly FormField[], before: Values, after: Values): string[] {
  return fields.flatMap((field) =>
    JSON.stringify(before[field.name]) === JSON.stringify(after[field.name]) ? [] : [field.label],
  );
}
