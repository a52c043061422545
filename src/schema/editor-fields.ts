import { z } from 'zod';
import { isRecord, ownValue } from '#domain/objects.ts';
import { blankValue, emptyValue, getShape } from './blank-value.ts';
import { hiddenNames } from './conditions.ts';
import { type Condition, type KindName, type Option, fieldRegistry } from './field-meta.ts';
import { plainText, richTextSchema } from './rich-text.ts';

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
  /** Whether it may be null, which is none of its values. */
  nullable: boolean;
  /** Its initial value. */
  initial: unknown;
};

/** One type for each widget, so that a widget tells them apart. */
type With<W extends string, T> = W extends string ? { widget: W } & T : never;

export type EditorField = Common &
  (
    | With<'text' | 'long-text' | 'rich-text', { max: number | null }>
    | With<'url' | 'video' | 'date' | 'date-time' | 'checkbox' | 'hidden', unknown>
    | { widget: 'number'; min: number | null; max: number | null; step: number }
    | With<'select' | 'radio' | 'colour', { options: readonly Option[] }>
    | { widget: 'reference'; kind: KindName }
    | { widget: 'references'; kind: KindName; max: number | null }
    | { widget: 'list'; max: number | null; itemLabel: string; fields: readonly EditorField[] }
    | { widget: 'group'; fields: readonly EditorField[] }
    | RecordField
  );

/** Fields that only records have; `localized` has the same fields in each language. */
type RecordField =
  | { widget: 'texts'; max: number | null; itemLabel: string }
  | { widget: 'localized'; fields: readonly EditorField[] }
  | With<
      | 'slug'
      | 'email'
      | 'country'
      | 'countries'
      | 'time-zone'
      | 'site'
      | 'sites'
      | 'locale'
      | 'locales'
      | 'file'
      | 'coordinate'
      | 'menu-items'
      | 'form-fields'
      | 'module-data',
      unknown
    >;
export type RecordWidget = RecordField['widget'];
/** A field of one of these widgets. */
export type FieldOf<W extends EditorField['widget']> = Extract<EditorField, { widget: W }>;

export type Values = Record<string, unknown>;

/** The fields of an object schema, wrapped in defaults or not. */
export function editorFields(schema: z.core.$ZodType): EditorField[] {
  return Object.entries(getShape(schema)).flatMap(([name, field]) => formField(name, field) ?? []);
}

/** A field without metadata has nothing that an editor could see or change. */
function formField(name: string, schema: z.core.$ZodType): EditorField | null {
  const meta = fieldRegistry.get(schema);
  if (!meta) return null;
  const common: Common = {
    name,
    label: meta.label,
    help: meta.help ?? null,
    when: meta.when ?? null,
    required: meta.widget !== 'group' && meta.widget !== 'hidden' && isRequired(schema),
    nullable: z.safeParse(schema, null).success,
    initial: emptyValue(schema),
  };
  switch (meta.widget) {
    case 'text':
    case 'long-text':
    case 'rich-text':
      return { ...common, widget: meta.widget, max: meta.max ?? null };
    case 'number':
      return { ...common, widget: 'number', min: meta.min ?? null, max: meta.max ?? null, step: meta.step ?? 1 };
    case 'select':
    case 'radio':
    case 'colour':
      return { ...common, widget: meta.widget, options: meta.options };
    case 'reference':
      return { ...common, widget: 'reference', kind: meta.kind };
    case 'references':
      return { ...common, widget: 'references', kind: meta.kind, max: meta.max ?? null };
    case 'list':
      return {
        ...common,
        widget: 'list',
        max: meta.max ?? null,
        itemLabel: meta.itemLabel,
        fields: editorFields(schema),
      };
    case 'group':
      return { ...common, widget: 'group', fields: editorFields(schema) };
    case 'url':
    case 'video':
    case 'date':
    case 'date-time':
    case 'checkbox':
    case 'hidden':
      return { ...common, widget: meta.widget };
    case 'texts':
      return { ...common, widget: 'texts', max: meta.max ?? null, itemLabel: meta.itemLabel };
    case 'localized':
      return { ...common, widget: 'localized', fields: editorFields(schema) };
    case 'property-values':
      return { ...common, widget: 'list', max: null, itemLabel: 'property', fields: editorFields(schema) };
    case 'slug':
    case 'email':
    case 'country':
    case 'countries':
    case 'time-zone':
    case 'site':
    case 'sites':
    case 'locale':
    case 'locales':
    case 'file':
    case 'coordinate':
    case 'menu-items':
    case 'form-fields':
    case 'module-data':
      return { ...common, widget: meta.widget };
    case 'modules':
      throw new Error(`The field ${name} has a screen of its own: forms have no ${meta.widget}`);
  }
}

/** Whether a field has to be filled in: its blank value is refused, and so is none. */
function isRequired(schema: z.core.$ZodType): boolean {
  if (z.safeParse(schema, blankValue(schema)).success || z.safeParse(schema, null).success) return false;
  const none = z.safeParse(schema, undefined);
  return !none.success || none.data !== undefined;
}

/** Stored data with every field that the form has: missing ones get their initial value. */
export function fillIn(fields: readonly EditorField[], stored: unknown): Values {
  const current = isRecord(stored) ? stored : {};
  const values: Values = {};
  for (const field of fields) {
    const value = ownValue(current, field.name);
    if (field.widget === 'group') values[field.name] = fillIn(field.fields, value);
    else if (field.widget === 'localized') values[field.name] = fillInLanguages(field.fields, value);
    else if (field.widget === 'list') {
      const items: unknown[] = Array.isArray(value) ? value : Array.isArray(field.initial) ? field.initial : [];
      values[field.name] = items.map((item) => fillIn(field.fields, item));
    } else values[field.name] = value === undefined ? structuredClone(field.initial) : value;
  }
  return values;
}

/** The fields of each language that there are texts of, and of English, which there always are. */
function fillInLanguages(fields: readonly EditorField[], stored: unknown): Values {
  const languages = Object.entries({ en: {}, ...(isRecord(stored) ? stored : {}) });
  return Object.fromEntries(languages.map(([locale, texts]) => [locale, fillIn(fields, texts)]));
}

/** A list item as it is added: its fields' initial values, and a new id where items have one. */
export function newItem(fields: readonly EditorField[], others: readonly unknown[]): Values {
  const item = fillIn(fields, {});
  for (const field of fields) {
    if (field.widget !== 'hidden' || field.initial !== '') continue;
    const taken = new Set(others.map((other) => (isRecord(other) ? ownValue(other, field.name) : undefined)));
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

/** The label of a list item: its title or name, else its first text. */
export function itemTitle(fields: readonly EditorField[], item: unknown): string {
  const texts = fields.flatMap((field) => {
    const text = toWords(field, isRecord(item) ? ownValue(item, field.name) : undefined);
    return text === '' ? [] : [{ text, rank: ['title', 'name'].includes(field.name) ? 0 : 1 }];
  });
  return texts.toSorted((a, b) => a.rank - b.rank)[0]?.text ?? '';
}

function toWords({ widget }: EditorField, value: unknown): string {
  switch (widget) {
    case 'text':
    case 'long-text':
    case 'url':
    case 'video':
    case 'date':
      return typeof value === 'string' ? value.trim() : '';
    case 'rich-text': {
      const document = richTextSchema.safeParse(value);
      return document.success ? plainText(document.data) : '';
    }
    default:
      return '';
  }
}

/** The record of a list item: the first that it references. */
export function itemRecord(fields: readonly EditorField[], item: unknown): { kind: KindName; id: number } | null {
  for (const field of fields) {
    const value = isRecord(item) ? ownValue(item, field.name) : undefined;
    if (field.widget === 'reference' && field.kind !== 'link' && typeof value === 'number') {
      return { kind: field.kind, id: value };
    }
  }
  return null;
}

/** The visible fields, given the values of the same object. */
export function shownFields(fields: readonly EditorField[], siblings: Values): EditorField[] {
  const conditions = new Map(fields.flatMap(({ name, when }) => (when ? [[name, when]] : [])));
  const hidden = hiddenNames(conditions, siblings);
  return fields.filter(({ name, widget }) => widget !== 'hidden' && !hidden.has(name));
}

/** The labels of the fields in which two versions of a module differ. */
export function changedLabels(fields: readonly EditorField[], before: Values, after: Values): string[] {
  return fields.flatMap((field) =>
    JSON.stringify(ownValue(before, field.name)) === JSON.stringify(ownValue(after, field.name)) ? [] : [field.label],
  );
}
