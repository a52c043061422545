import { z } from 'zod';
import { isRecord } from '#domain/objects.ts';
import type { Issue } from '#domain/result.ts';
import { getShape } from '#schema/blank-value.ts';
import { getConditions, hiddenNames } from '#schema/conditions.ts';
import { type EditorField, type Values, editorFields, fillIn } from '#schema/editor-fields.ts';
import { fieldRegistry } from '#schema/field-meta.ts';
import type { Json, JsonObject } from '#schema/record-fields.ts';
import { isEmptyRichText, richTextSchema } from '#schema/rich-text.ts';

/** What a form needs of a kind's definition. */
type FormKind = {
  schema: z.ZodObject;
  /** Fields that machines write: they stay as they are. */
  machineWritten: readonly string[];
};

/** Said by the address, not by a field. */
const identity = new Set(['kind', 'id']);

/** The fields of a kind's form, in the order of its definition. */
export function recordFields({ schema, machineWritten }: FormKind): EditorField[] {
  return editorFields(schema)
    .filter(({ name }) => !identity.has(name))
    .map((field) => (machineWritten.includes(field.name) ? hide(field) : field));
}

function hide({ name, label, initial }: EditorField): EditorField {
  const common = { name, label, initial, help: null, when: null, required: false, nullable: true };
  return { ...common, widget: 'hidden' };
}

/** A record as the form has it: every field filled in, choices as text. */
export function toValues(fields: readonly EditorField[], data: unknown): Values {
  return withTextChoices(fields, fillIn(fields, data));
}

function withTextChoices(fields: readonly EditorField[], values: Values): Values {
  const converted = { ...values };
  for (const field of fields) {
    const value = converted[field.name];
    if (field.widget === 'select' && typeof value === 'number') converted[field.name] = String(value);
    else if (field.widget === 'group' && isRecord(value)) converted[field.name] = withTextChoices(field.fields, value);
    else if (field.widget === 'list' && Array.isArray(value))
      converted[field.name] = value.map((item: unknown) =>
        isRecord(item) ? withTextChoices(field.fields, item) : item,
      );
  }
  return converted;
}

/**
 * The values of a form as a record stores them: what is empty is null where the field may be null, and left out where the
 * record may be without it. A field that does not show is empty, whatever was typed before it was hidden.
 */
export function toRecord(schema: z.core.$ZodType, values: unknown): JsonObject {
  const record: JsonObject = {};
  if (!isRecord(values)) return record;
  const shape = getShape(schema);
  const hidden = hiddenNames(getConditions(shape), values);
  for (const [name, field] of Object.entries(shape)) {
    if (identity.has(name) && fieldRegistry.get(field)?.widget !== 'text') continue;
    const value = toStored(field, hidden.has(name) ? null : values[name]);
    if (value !== undefined) record[name] = value;
  }
  return record;
}

function toStored(field: z.core.$ZodType, value: unknown): Json | undefined {
  if (isBlank(value)) return blankStored(field, value);
  switch (fieldRegistry.get(field)?.widget) {
    case 'select':
      return isAccepted(field, value) || !isAccepted(field, Number(value)) ? asJson(value) : Number(value);
    case 'group':
      return toRecord(field, value);
    case 'list':
    case 'property-values':
      return Array.isArray(value) ? value.map((item) => toRecord(field, item)) : undefined;
    case 'localized':
      return isRecord(value)
        ? Object.fromEntries(Object.entries(value).map(([locale, texts]) => [locale, toRecord(field, texts)]))
        : undefined;
    case 'texts':
      return Array.isArray(value) ? value.filter((line) => typeof line === 'string' && line.trim() !== '') : undefined;
    case 'menu-items':
      return Array.isArray(value) ? value.map(toMenuItem) : undefined;
    default:
      return asJson(value);
  }
}

function toMenuItem(item: unknown): Json {
  if (!isRecord(item)) return null;
  const { children, description, label, ...rest } = item;
  const below = Array.isArray(children) ? children.map(toMenuItem) : [];
  const texts = written(description);
  return {
    ...(asJson(rest) as JsonObject),
    label: written(label),
    ...(Object.keys(texts).length > 0 ? { description: texts } : {}),
    ...(below.length > 0 ? { children: below } : {}),
  };
}

/** The languages in which something is written. */
function written(byLocale: unknown): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [locale, text] of Object.entries(isRecord(byLocale) ? byLocale : {})) {
    if (typeof text === 'string' && text.trim() !== '') texts[locale] = text;
  }
  return texts;
}

function isAccepted(field: z.core.$ZodType, value: unknown): boolean {
  return z.safeParse(field, value).success;
}

/** Values of a form are json: they were read from it, or typed into a field. */
function asJson(value: unknown): Json {
  return value as Json;
}

function isBlank(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0;
  const document = richTextSchema.safeParse(value);
  return document.success && isEmptyRichText(document.data);
}

/** What an empty field is stored as. A text that is missing stays an empty one: a draft may have gaps. */
function blankStored(field: z.core.$ZodType, value: unknown): Json | undefined {
  if (Array.isArray(value) && isAccepted(field, [])) return [];
  if (isAccepted(field, null)) return null;
  const none = z.safeParse(field, undefined);
  if (none.success) return undefined;
  return value === null || value === undefined ? undefined : asJson(value);
}

const naming = ['title', 'question', 'name'];

/**
 * The texts of a language that name a record, as in lists: those that every record has. Another title says something else of it, such as
 * what an office is for.
 */
export function listNamingFields(fields: readonly EditorField[]): string[] {
  const localized = fields.find((field) => field.widget === 'localized');
  const required = localized?.fields.flatMap(({ name, required: isRequired }) => (isRequired ? [name] : [])) ?? [];
  return naming.filter((name) => required.includes(name));
}

/** The name of a record: its title in English, or what its kind is known by. */
export function recordTitle(label: string, values: Values, names: readonly string[] = naming): string {
  const texts = isRecord(values['localized']) ? values['localized']['en'] : null;
  const of = (from: unknown, name: string) => {
    const value = isRecord(from) ? from[name] : undefined;
    return typeof value === 'string' ? value.trim() : '';
  };
  return (
    names.map((name) => of(texts, name)).find(Boolean) ||
    ['display_name', 'title', 'name', 'display', 'filename', 'text', label]
      .map((name) => of(values, name))
      .find(Boolean) ||
    ''
  );
}

/** Issues with the paths of the form's fields; those of no field have none. */
export function splitIssues(
  fields: readonly EditorField[],
  issues: readonly Issue[],
): { atFields: Issue[]; elsewhere: Issue[] } {
  const shown = new Set(fields.filter(({ widget }) => widget !== 'hidden').map(({ name }) => name));
  const isAtField = ({ path: [name] }: Issue) => shown.has(String(name));
  return { atFields: issues.filter(isAtField), elsewhere: issues.filter((issue) => !isAtField(issue)) };
}
