import { z } from 'zod';
import { emptyRichText, isEmptyRichText, richTextSchema } from './rich-text.ts';

/**
 * The fields of module data. Each function returns a zod schema that carries how the editor shows it, so that the form,
 * the check on the server and the type come from one line (spec sections 3 and 5).
 */

/** The kinds of record that module data can point to by id. */
export const referenceKinds = [
  'image',
  'vector',
  'file',
  'document',
  'video',
  'webinar',
  'link',
  'page',
  'product',
  'series',
  'category',
  'cv',
  'location',
  'employee_story',
  'story_group',
  'story_category',
  'form',
] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

/** A field that shows only while another field of the same group has one of these values. */
export type Condition = { field: string; equals: readonly string[] };

export type FieldMeta = { label: string; help?: string; when?: Condition } & (
  | { widget: 'text' | 'long-text'; max?: number }
  | { widget: 'rich-text' }
  | { widget: 'select'; options: readonly { value: string; label: string }[] }
  | { widget: 'checkbox' }
  | { widget: 'reference'; kind: ReferenceKind; required: boolean }
  | { widget: 'references'; kind: ReferenceKind; max?: number }
  | { widget: 'list'; max?: number; itemLabel: string }
  | { widget: 'group' }
  | { widget: 'hidden' }
);

export const fieldRegistry = z.registry<FieldMeta>();

const required = 'This field is required';
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Length as a person counts: grapheme clusters, so that an emoji or a letter with combining marks is one character. */
export function countCharacters(value: string): number {
  // oxlint-disable-next-line no-control-regex
  if (/^[\u0000-\u007f]*$/.test(value)) return value.length;
  let count = 0;
  for (const _ of segmenter.segment(value)) count += 1;
  return count;
}

type TextOptions = { label: string; max?: number; required?: boolean; help?: string; when?: Condition };
type RequiredText = TextOptions & { required: true };

function textCheck({ max, required: isRequired }: TextOptions) {
  let check = z.string({ error: required });
  if (isRequired) check = check.refine((value) => value.trim() !== '', { error: required });
  if (max !== undefined) {
    check = check.refine((value) => countCharacters(value) <= max, { error: `Max. ${max} characters` });
  }
  return check;
}

function textMeta(widget: 'text' | 'long-text', { label, max, help, when }: TextOptions): FieldMeta {
  const limit = max === undefined ? undefined : `Max. ${max} characters`;
  return { ...common(label, help ?? limit, when), widget, ...(max === undefined ? {} : { max }) };
}

function common(label: string, help?: string, when?: Condition) {
  return { label, ...(help === undefined ? {} : { help }), ...(when === undefined ? {} : { when }) };
}

function withMeta<S extends z.ZodType>(schema: S, meta: FieldMeta): S {
  fieldRegistry.add(schema, meta);
  return schema;
}

export function text(options: RequiredText): z.ZodString;
export function text(options: TextOptions): z.ZodDefault<z.ZodString>;
export function text(options: TextOptions) {
  const check = textCheck(options);
  return withMeta(options.required ? check : check.default(''), textMeta('text', options));
}

export function longText(options: RequiredText): z.ZodString;
export function longText(options: TextOptions): z.ZodDefault<z.ZodString>;
export function longText(options: TextOptions) {
  const check = textCheck(options);
  return withMeta(options.required ? check : check.default(''), textMeta('long-text', options));
}

export function richText(options: { label: string; required?: boolean; help?: string }) {
  const check = options.required
    ? richTextSchema.refine((value) => !isEmptyRichText(value), { error: required })
    : richTextSchema;
  return withMeta(check.prefault(emptyRichText), {
    ...common(options.label, options.help),
    widget: 'rich-text',
  });
}

export function select<const V extends string>(options: {
  label: string;
  options: readonly { value: V; label: string }[];
  default: V;
  help?: string;
  when?: Condition;
}) {
  const values = options.options.map((option) => option.value);
  return withMeta(z.enum(values).prefault(options.default), {
    ...common(options.label, options.help, options.when),
    widget: 'select',
    options: options.options,
  });
}

export function checkbox(options: { label: string; default: boolean; help?: string }) {
  return withMeta(z.boolean().default(options.default), { ...common(options.label, options.help), widget: 'checkbox' });
}

/** The id of a record. The kind stands in the type alone, so that a resolved type can be derived from the data's type. */
export type Reference<K extends ReferenceKind = ReferenceKind> = number & { readonly __kind: K };

function idOf<K extends ReferenceKind>(_kind: K): z.ZodType<Reference<K>, number> {
  const id: z.ZodType<number, number> = z.number({ error: required }).int().positive();
  // The one place where a checked number becomes an id of a kind: the kind exists for the type checker only.
  return id as z.ZodType<Reference<K>, number>;
}

type ReferenceOptions = { label: string; help?: string; when?: Condition };

/** One record by id, which has to be chosen: a page whose record is gone cannot be rendered. */
export function requiredReference<K extends ReferenceKind>(kind: K, { label, help, when }: ReferenceOptions) {
  return withMeta(idOf(kind), { ...common(label, help, when), widget: 'reference', kind, required: true });
}

/** One record by id, or null. A record that is gone is left out when it is shown. */
export function reference<K extends ReferenceKind>(kind: K, { label, help, when }: ReferenceOptions) {
  return withMeta(z.nullable(idOf(kind)).default(null), {
    ...common(label, help, when),
    widget: 'reference',
    kind,
    required: false,
  });
}

/** Records by id, in the order chosen. A record that is gone is left out when it is shown. */
export function references<K extends ReferenceKind>(
  kind: K,
  options: { label: string; help?: string; when?: Condition; max?: number },
) {
  const id = withMeta(idOf(kind), {
    label: options.label,
    widget: 'reference',
    kind,
    required: false,
  });
  let ids = z.array(id);
  if (options.max !== undefined) ids = ids.max(options.max, maximumMessage(options.max));
  return withMeta(ids.default([]), {
    ...common(options.label, options.help, options.when),
    widget: 'references',
    kind,
    ...(options.max === undefined ? {} : { max: options.max }),
  });
}

export function maximumMessage(max: number): string {
  return `Reached the maximum of ${max} items.`;
}

/** A list of items that the editor adds, edits, reorders and deletes (spec section 4, editor list). */
export function list<S extends z.ZodRawShape>(
  item: z.ZodObject<S>,
  options: { label: string; itemLabel: string; min?: number; minMessage?: string; max?: number; help?: string },
) {
  let items = z.array(item);
  if (options.min !== undefined) items = items.min(options.min, options.minMessage ?? required);
  if (options.max !== undefined) items = items.max(options.max, maximumMessage(options.max));
  return withMeta(items.prefault([]), {
    ...common(options.label, options.help),
    widget: 'list',
    itemLabel: options.itemLabel,
    ...(options.max === undefined ? {} : { max: options.max }),
  });
}

/** Fields that stand together under one name; each of them has a default. */
export function group<S extends z.ZodRawShape>(fields: z.ZodObject<S>, options: { label: string }) {
  return withMeta(
    fields.prefault(() => ({}) as z.input<z.ZodObject<S>>),
    { label: options.label, widget: 'group' },
  );
}

/** A stable id of a list item, made when the item is added and never shown. */
export function itemId() {
  return withMeta(
    z.string().regex(/^[a-z0-9-]{1,40}$/, 'An item id has 1 to 40 lower-case letters, digits or hyphens'),
    {
      label: 'Id',
      widget: 'hidden',
    },
  );
}

const spacings = [
  { value: 'none', label: 'None' },
  { value: 'sm', label: 'Small' },
  { value: 'md', label: 'Medium' },
  { value: 'lg', label: 'Large' },
] as const;

const backgrounds = [
  { value: 'White', label: 'White' },
  { value: 'Grey', label: 'Grey' },
  { value: 'Anthracite', label: 'Anthracite' },
  { value: 'Green', label: 'Green' },
  { value: 'Orange', label: 'Orange' },
] as const;

/** The layout data that every module carries (spec section 3). */
export const layoutFields = {
  spaceLayoutTop: select({ label: 'Space above', options: spacings, default: 'md' }),
  spaceLayoutBottom: select({ label: 'Space below', options: spacings, default: 'md' }),
  backgroundColor: select({ label: 'Background', options: backgrounds, default: 'White' }),
};

/** The heading of a module (spec section 3, module layout data). */
export const headingField = {
  heading: group(
    z.object({
      title: text({ label: 'Title', max: 120 }),
      lead: longText({ label: 'Lead', max: 400 }),
      linkTitle: text({ label: 'Link title', max: 50 }),
      link: reference('link', { label: 'Link' }),
    }),
    { label: 'Heading' },
  ),
};
