import { z } from 'zod';
import { isSafeUrl, safeUrlMessage } from '#domain/addresses/safe-url.ts';
import { getKeys } from '#domain/objects.ts';
import { isBlank } from '#domain/text/is-blank.ts';
import { calendarDay, exactMoment } from '#domain/values/moment.ts';
import { parseVideo } from '#domain/media/videos.ts';
import { withConditions } from './conditions.ts';
import { type Condition, type FieldMeta, type KindName, type Option, fieldRegistry } from './field-meta.ts';
import { emptyRichText, isEmptyRichText, plainText, richTextSchema } from './rich-text.ts';

export { type Condition, type FieldMeta, type KindName, type ReferenceKind, fieldRegistry } from './field-meta.ts';

/**
 * The fields of module data and of records. Each function returns a zod schema that carries how the editor shows it, so that
 * the form, the check on the server and the type come from one line. `record-fields.ts` has those that only records have.
 */

export const requiredMessage = 'This field is required';
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Length as a person counts: grapheme clusters, so that an emoji or a letter with combining marks is one character. */
export function countCharacters(value: string): number {
  if (/^\p{ASCII}*$/u.test(value)) return value.length;
  let count = 0;
  for (const _ of segmenter.segment(value)) count += 1;
  return count;
}

/** Whether a text has at most `max` characters. Hardly one is long enough to have to be counted. */
export function isWithin(value: string, max: number): boolean {
  return value.length <= max || countCharacters(value) <= max;
}

/** No text of a record or a module is longer, in UTF-16: what is made of them, in the database and in pages, is bounded by it. */
export const longestText = 20_000;

export function longestMessage(max: number): string {
  return `Max. ${max} characters`;
}

export type Common = { label: string; help?: string; when?: Condition };
type TextOptions = Common & { max?: number; required?: boolean };
type RequiredText = TextOptions & { required: true };

function textCheck({ max, required: isRequired }: TextOptions) {
  let check = z.string({ error: requiredMessage });
  if (isRequired) check = check.refine((value) => !isBlank(value), { error: requiredMessage });
  if (max !== undefined) check = check.refine((value) => isWithin(value, max), { error: longestMessage(max) });
  // What a person counts as one character may be any number of them.
  return check.max(longestText, longestMessage(max ?? longestText));
}

export function textMeta(widget: 'text' | 'long-text', { label, max, help, when }: TextOptions): FieldMeta {
  const limit = max === undefined ? undefined : longestMessage(max);
  return { ...common({ label, help: help ?? limit, when }), widget, ...(max === undefined ? {} : { max }) };
}

export function common({
  label,
  help,
  when,
}: {
  label: string;
  help?: string | undefined;
  when?: Condition | undefined;
}) {
  return { label, ...(help === undefined ? {} : { help }), ...(when === undefined ? {} : { when }) };
}

/** A field with a schema of its own, and its metadata for the editor. */
export function withMeta<S extends z.ZodType>(schema: S, meta: FieldMeta): S {
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

/** Text that is empty or satisfies `isValid`. */
function checkedText(
  widget: 'url' | 'video' | 'date' | 'date-time',
  options: Common & { required?: boolean },
  isValid: (value: string) => boolean,
  message: string,
) {
  const check = textCheck(options).refine((value) => value.trim() === '' || isValid(value), { error: message });
  return withMeta(options.required ? check : check.default(''), { ...common(options), widget });
}

/** A safe URL: of a site, a path, an anchor, an e-mail address or a telephone number. */
export function url(options: Common & { required: true }): z.ZodString;
export function url(options: Common & { required?: boolean }): z.ZodDefault<z.ZodString>;
export function url(options: Common & { required?: boolean }) {
  return checkedText('url', options, isSafeUrl, safeUrlMessage);
}

const videoMessage = 'Enter the address of a YouTube video, or its id of 11 characters';

/** The address or the id of a video; `parseVideo` of the domain reads it. */
export function video(options: Common & { required: true }): z.ZodString;
export function video(options: Common & { required?: boolean }): z.ZodDefault<z.ZodString>;
export function video(options: Common & { required?: boolean }) {
  return checkedText('video', options, (value) => parseVideo(value) !== null, videoMessage);
}

/** A day of the calendar as `2026-03-31`, or empty. */
export function date(options: Common & { required: true }): z.ZodString;
export function date(options: Common & { required?: boolean }): z.ZodDefault<z.ZodString>;
export function date(options: Common & { required?: boolean }) {
  return checkedText('date', options, (value) => calendarDay().safeParse(value).success, 'Enter a day that exists');
}

/** A moment as `2026-03-31T08:00:00Z`, or empty. Editors see and enter it in their own time zone. */
export function dateTime(options: Common & { required: true }): z.ZodString;
export function dateTime(options: Common & { required?: boolean }): z.ZodDefault<z.ZodString>;
export function dateTime(options: Common & { required?: boolean }) {
  const isMoment = (value: string) => value.endsWith('Z') && exactMoment().safeParse(value).success;
  return checkedText('date-time', options, isMoment, 'Enter a day and a time that exist');
}

/** Formatted text; its limit counts what a person reads, without the form. */
export function richText(options: Common & { required?: boolean; max?: number }) {
  const { required: isRequired, max } = options;
  let check = richTextSchema;
  if (isRequired) check = check.refine((value) => !isEmptyRichText(value), { error: requiredMessage });
  if (max !== undefined) {
    check = check.refine((value) => isWithin(plainText(value), max), { error: `Max. ${max} characters` });
  }
  const help = options.help ?? (max === undefined ? undefined : `Max. ${max} characters`);
  return withMeta(check.prefault(emptyRichText), {
    ...common({ ...options, help }),
    widget: 'rich-text',
    ...(max === undefined ? {} : { max }),
  });
}

type NumberOptions = Common & { min?: number; max?: number; step?: number };

/** A number, or null where it may be left out. It is a whole one unless its step says otherwise. */
export function number(options: NumberOptions & { default: number }): z.ZodDefault<z.ZodNumber>;
export function number(options: NumberOptions & { required: true }): z.ZodNumber;
export function number(options: NumberOptions): z.ZodDefault<z.ZodNullable<z.ZodNumber>>;
export function number(options: NumberOptions & { default?: number; required?: true }) {
  const { min, max, step = 1 } = options;
  let check = z.number({ error: ({ input }) => ((input ?? null) === null ? requiredMessage : 'Enter a number') });
  if (min !== undefined) check = check.min(min, `The smallest value is ${min}`);
  if (max !== undefined) check = check.max(max, `The largest value is ${max}`);
  check = check.multipleOf(step, step === 1 ? 'Enter a whole number' : `Enter a multiple of ${step}`);
  const meta: FieldMeta = {
    ...common({ ...options, help: options.help ?? rangeHelp(min, max) }),
    widget: 'number',
    step,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  };
  if (options.required) return withMeta(check, meta);
  return options.default === undefined
    ? withMeta(check.nullable().default(null), meta)
    : withMeta(check.default(options.default), meta);
}

function rangeHelp(min: number | undefined, max: number | undefined): string | undefined {
  if (min === undefined) return max === undefined ? undefined : `At most ${max}`;
  return max === undefined ? `At least ${min}` : `From ${min} to ${max}`;
}

type ChoiceOptions<V extends string> = Common & { options: Readonly<Record<V, string>>; default: NoInfer<V> };

/** The values of a choice, and how an editor shows them. They are in the order of the table, numbers by their size. */
export function listOptions<V extends string>(options: Readonly<Record<V, string>>) {
  const values = getKeys(options);
  return { values, listed: values.map((value): Option<V> => ({ value, label: options[value] })) };
}

function choice<const V extends string>(widget: 'select' | 'radio' | 'colour', options: ChoiceOptions<V>) {
  const { values, listed } = listOptions(options.options);
  return withMeta(z.enum(values).prefault(options.default), { ...common(options), widget, options: listed });
}

/** One of many, in a list that opens. */
export function select<const V extends string>(options: ChoiceOptions<V>) {
  return choice('select', options);
}

/** One of a few, all of them seen at once. */
export function radio<const V extends string>(options: ChoiceOptions<V>) {
  return choice('radio', options);
}

export function checkbox(options: Common & { default: boolean }) {
  return withMeta(z.boolean().default(options.default), { ...common(options), widget: 'checkbox' });
}

/** The id of a record. The kind is in the type alone, so that a resolved type can be derived from the data's type. */
export type Reference<K extends KindName = KindName> = number & { readonly __kind: K };

function makeReferenceId<K extends KindName>(_kind: K): z.ZodType<Reference<K>, number> {
  const id: z.ZodType<number, number> = z.int(requiredMessage).positive();
  // The one place where a checked number becomes an id of a kind: the kind exists for the type checker only.
  return id as z.ZodType<Reference<K>, number>;
}

/** One record by id, which has to be chosen: a page whose record is gone cannot be rendered. Null only while it is hidden. */
export function requiredReference<K extends KindName>(
  kind: K,
  options: Common & { when: Condition },
): z.ZodNullable<z.ZodType<Reference<K>, number>>;
export function requiredReference<K extends KindName>(kind: K, options: Common): z.ZodType<Reference<K>, number>;
export function requiredReference<K extends KindName>(kind: K, options: Common) {
  const meta: FieldMeta = { ...common(options), widget: 'reference', kind, required: true };
  if (!options.when) return withMeta(makeReferenceId(kind), meta);
  const isChosen = (id: number | null): boolean => id !== null;
  return withMeta(z.nullable(makeReferenceId(kind)).refine(isChosen, { error: requiredMessage }), meta);
}

/** One record by id, or null. A record that is gone is left out when it is shown. */
export function reference<K extends KindName>(kind: K, options: Common) {
  return withMeta(z.nullable(makeReferenceId(kind)).default(null), {
    ...common(options),
    widget: 'reference',
    kind,
    required: false,
  });
}

/** Records by id, in the order chosen, each once where they are `distinct`. A record that is gone is left out when it is shown. */
export function references<K extends KindName>(kind: K, options: Common & { max?: number; distinct?: true }) {
  const id = withMeta(makeReferenceId(kind), {
    label: options.label,
    widget: 'reference',
    kind,
    required: false,
  });
  let ids = z.array(id);
  if (options.max !== undefined) ids = ids.max(options.max, maximumMessage(options.max));
  if (options.distinct) ids = ids.refine((all) => new Set(all).size === all.length, 'A record is named twice');
  return withMeta(ids.default([]), {
    ...common(options),
    widget: 'references',
    kind,
    ...(options.max === undefined ? {} : { max: options.max }),
  });
}

export function maximumMessage(max: number): string {
  return `Reached the maximum of ${max} items.`;
}

/** A list of items that the editor adds, edits, reorders and deletes. */
export function list<S extends z.ZodRawShape>(
  item: z.ZodObject<S>,
  options: Common & { itemLabel: string; min?: number; minMessage?: string; max?: number },
) {
  let items = z.array(withConditions(item));
  if (options.min !== undefined) items = items.min(options.min, options.minMessage ?? requiredMessage);
  if (options.max !== undefined) items = items.max(options.max, maximumMessage(options.max));
  return withMeta(items.prefault([]), {
    ...common(options),
    widget: 'list',
    itemLabel: options.itemLabel,
    ...(options.max === undefined ? {} : { max: options.max }),
  });
}

/** Fields grouped under one name; each of them has a default, or is required. */
export function group<S extends z.ZodRawShape>(fields: z.ZodObject<S>, options: Common) {
  return withMeta(
    // Missing values are defaulted or reported by the fields themselves.
    withConditions(fields).prefault(() => ({}) as z.input<z.ZodObject<S>>),
    { ...common(options), widget: 'group' },
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

const spacings = { none: 'None', sm: 'Small', md: 'Medium', lg: 'Large' };
type Spacing = keyof typeof spacings;

const gaps = { 'no-space': 'None', sm: 'Small', md: 'Medium', lg: 'Large' };

/** The room between things that are side by side. */
export function gap(options: Common) {
  return choice('radio', { ...options, options: gaps, default: 'md' });
}

/** The room above or below something. */
export function spacing(options: Common & { default: Spacing }) {
  return choice('radio', { ...options, options: spacings });
}

const backgrounds = { White: 'White', Grey: 'Grey', Anthracite: 'Anthracite', Green: 'Green', Orange: 'Orange' };
type Background = keyof typeof backgrounds;

/** One of the five background colours of modules. */
export function background(options: Common & { default: Background }) {
  return choice('colour', { ...options, options: backgrounds });
}

/** The layout data that every module has. */
export const layoutFields = {
  spaceLayoutTop: spacing({ label: 'Space above', default: 'md' }),
  spaceLayoutBottom: spacing({ label: 'Space below', default: 'md' }),
  backgroundColor: background({ label: 'Background', default: 'White' }),
};

/** The fields of the header at the top of a page. */
export const pageHeaderFields = {
  tag: text({ label: 'Tag', max: 50 }),
  title: text({ label: 'Title', max: 100, required: true }),
  lead: longText({ label: 'Lead', max: 300 }),
};

/** The heading of a module, shown above its content. */
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
