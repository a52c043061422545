import { z } from 'zod';
import { calendarDay, exactMoment } from '#domain/values/moment.ts';
import { locales } from '#domain/locales.ts';
import { contactAddress as contactPattern, webAddress as webAddressPattern } from '#domain/addresses/new-link.ts';
import { isRecord } from '#domain/objects.ts';
import { siteIds } from '#domain/sites.ts';
import { type FieldMeta, type KindName, fieldRegistry } from './field-meta.ts';
import {
  listOptions,
  type Common,
  checkbox,
  common,
  isWithin,
  longestMessage,
  longestText,
  maximumMessage,
  requiredMessage,
  requiredReference,
  text,
  textMeta,
  withMeta,
} from './fields.ts';
import { richTextSchema } from './rich-text.ts';

/**
 * The fields that only records have. A record is written in files by people and programs as well, so it is stricter than
 * module data: what is left out stays out or is null in its column, and nothing is trimmed or mended.
 */

/** A value of a json column. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined };
export type JsonObject = { [key: string]: Json | undefined };

/** A value that was read from json: it is what it is. */
export const json = () => z.custom<Json>((value) => value !== undefined);
export const jsonObject = () => z.custom<JsonObject>(isRecord, { error: 'This is not an object' });

export const localeSchema = z.enum(locales);
export const byLocale = <S extends z.ZodType>(schema: S) => z.partialRecord(localeSchema, schema);

/** The field, or null while it is empty. */
export function orNull<S extends z.ZodType>(field: S): z.ZodDefault<z.ZodNullable<S>> {
  const check = z.nullable(field);
  return withMeta(
    z._default(check, () => null),
    getFieldMeta(field),
  );
}

/** The field, which a record may be without. */
export function orOmitted<S extends z.ZodType>(field: S): z.ZodOptional<S> {
  return withMeta(z.optional(field), getFieldMeta(field));
}

/** A field's value where a record has none. */
export function orElse<S extends z.ZodType>(field: S, value: z.util.NoUndefined<z.output<S>>): z.ZodDefault<S> {
  return withMeta(z._default(field, value), getFieldMeta(field));
}

function getFieldMeta(field: z.ZodType): FieldMeta {
  const meta = fieldRegistry.get(field);
  if (!meta) throw new Error('A field without metadata cannot be varied');
  return meta;
}

/** One record by id, or null, which a record may be without altogether. */
export function omittableReference<K extends KindName>(kind: K, options: Common) {
  return withMeta(z.nullable(requiredReference(kind, options)).optional(), {
    ...common(options),
    widget: 'reference',
    kind,
    required: false,
  });
}

type Limited = Common & { max?: number; long?: true };

/** Text that a record may be without. */
export function optionalText(options: Limited) {
  const { max, long } = options;
  const check = z.string().max(longestText, longestMessage(max ?? longestText));
  const counted =
    max === undefined ? check : check.refine((value) => isWithin(value, max), { error: longestMessage(max) });
  return withMeta(counted.optional(), textMeta(long ? 'long-text' : 'text', options));
}

/** What an entry of an index of the database holds, in bytes, as its check has it. */
const largestEntry = 2000;

/** Text of a column that an index of the database has whole. */
export function indexed<S extends z.ZodString>(field: S): S {
  const fits = (value: string) => new TextEncoder().encode(value).length <= largestEntry;
  return withMeta(
    field.refine(fits, 'This is too long: it may have 2000 bytes, 650 letters of any script'),
    getFieldMeta(field),
  );
}

/** Text of a column that may be null, but not empty. */
export function nullableText(options: Common & { max?: number }) {
  return orNull(text({ ...options, required: true }));
}

/** Rich text that a record may be without. */
export function optionalRichText(options: Common) {
  return withMeta(richTextSchema.optional(), { ...common(options), widget: 'rich-text' });
}

/** No list of texts of a record has more entries. */
const longestList = 1000;

/** Texts one below the other, each of them filled in. */
export function texts(options: Common & { itemLabel: string; max?: number; min?: number; minMessage?: string }) {
  const { itemLabel, max, min, minMessage = requiredMessage } = options;
  const items = z
    .array(text({ label: itemLabel, required: true, ...(max === undefined ? {} : { max }) }))
    .max(longestList, maximumMessage(longestList));
  return withMeta(min === undefined ? items : items.min(min, minMessage), {
    ...common(options),
    widget: 'texts',
    itemLabel,
    ...(max === undefined ? {} : { max }),
  });
}

/** One of several values, by what each of them is called. */
export function choice<const V extends string>(options: Common & { options: Readonly<Record<V, string>> }) {
  const { values, listed } = listOptions(options.options);
  return withMeta(z.enum(values), { ...common(options), widget: 'select', options: listed });
}

// As `private.is_slug` of the database: lower-case letters of any script, digits, single hyphens. Control characters and
// halves of others are among what is refused.
const notInSlugs =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u0000-\u002c\u002e\u002f\u003a-\u0060\u007b-\u00de\u00f7\u0391-\u03a9\u0410-\u042f\u2000-\u2bff\u3000-\u3004\u3008-\u303f\ue000-\uf8ff\ufe00-\uff0f\uff1a-\uff40\uff5b-\uff65\ufff0-\uffff]/;

/** In bytes: it is the name of a folder or a file, endings included. */
const longestSlug = 240;

function isSlug(value: string): boolean {
  return (
    value !== '' &&
    value.length <= 120 &&
    new TextEncoder().encode(value).length <= longestSlug &&
    !notInSlugs.test(value) &&
    !/^-|-$|--/.test(value) &&
    value === value.normalize('NFC')
  );
}

/** The part of an address, or of a list of terms, that names a record. */
export function slug(options: Common) {
  const message =
    'A slug has lower-case letters, digits and single hyphens, 120 at most (80 of Japanese, Chinese or Korean)';
  return withMeta(z.string(requiredMessage).refine(isSlug, { error: message }), { ...common(options), widget: 'slug' });
}

/** The site that a record belongs to. */
export function site(options: Common) {
  return withMeta(z.enum(siteIds), { ...common(options), widget: 'site' });
}

/** The sites that show a record. */
export function sites(options: Partial<Common> & { min?: number } = {}) {
  const { min = 0, label = 'Sites', ...rest } = options;
  return withMeta(
    z
      .array(z.enum(siteIds))
      .min(min, requiredMessage)
      .refine((list) => new Set(list).size === list.length, 'A site is named twice'),
    { ...common({ label, ...rest }), widget: 'sites' },
  );
}

export function locale(options: Common) {
  return withMeta(z.enum(locales), { ...common(options), widget: 'locale' });
}

/** The address of another website. */
export function webAddress(options: Common) {
  return withMeta(z.string().max(2000).regex(webAddressPattern, 'This is not an http or https address'), {
    ...common(options),
    widget: 'url',
  });
}

/** Where somebody is reached: a website, an e-mail address or a telephone. */
export function contactAddress(options: Common) {
  return withMeta(z.string().max(2000).regex(contactPattern, 'This is no http, https, mailto or tel address'), {
    ...common(options),
    widget: 'url',
  });
}

export function videoAddress(options: Common) {
  return withMeta(
    z
      .string(requiredMessage)
      .regex(
        /^https:\/\/www\.youtube\.com\/watch\?v=[A-Za-z0-9_-]{11}$/,
        'A video is https://www.youtube.com/watch?v= and 11 characters',
      ),
    { ...common(options), widget: 'video' },
  );
}

export function email(options: Common) {
  return withMeta(
    z
      .string()
      .max(longestText, longestMessage(longestText))
      .regex(/^[^@\s]+@[^@\s]+$/, 'This is not an e-mail address'),
    {
      ...common(options),
      widget: 'email',
    },
  );
}

const countryCode = () => z.string(requiredMessage).regex(/^[A-Z]{2}$/, 'A country is two capital letters');

export function country(options: Common) {
  return withMeta(countryCode(), { ...common(options), widget: 'country' });
}

export function countries(options: Common) {
  return withMeta(z.array(countryCode()).max(longestList, maximumMessage(longestList)), {
    ...common(options),
    widget: 'countries',
  });
}

/** A point on the map, in degrees; a kind checks that both or none of them are there. */
export const placeFields = {
  latitude: withMeta(z.number().min(-90).max(90).nullable().default(null), {
    label: 'Latitude',
    help: 'In degrees, for the map',
    widget: 'coordinate',
    axis: 'latitude',
  }),
  longitude: withMeta(z.number().min(-180).max(180).nullable().default(null), {
    label: 'Longitude',
    help: 'In degrees, for the map',
    widget: 'coordinate',
    axis: 'longitude',
  }),
};

/** The largest number of a column for whole numbers. */
const largestInteger = 2 ** 31 - 1;

/** A whole number within bounds. */
export function wholeNumber(options: Common & { min?: number; max?: number }) {
  const { min, max } = options;
  const check = z
    .int()
    .min(min ?? -largestInteger)
    .max(max ?? largestInteger);
  return withMeta(check, {
    ...common(options),
    widget: 'number',
    step: 1,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  });
}

const timestamp = () => exactMoment('A date and a time are needed, such as 2026-11-21T08:00:00+01:00');

/** A moment with its time zone. */
export function time(options: Common) {
  return withMeta(timestamp(), { ...common(options), widget: 'date-time' });
}

/** A day of the calendar. */
export function day(options: Common) {
  return withMeta(calendarDay('A date is written like 2026-11-21'), { ...common(options), widget: 'date' });
}

/** What people do not see: ids, hashes, what a machine found out. It has a name for messages and documents. */
export function hidden<S extends z.ZodType>(schema: S, label: string): S {
  return withMeta(schema, { label, widget: 'hidden' });
}

/** The account that made a change. */
export const userId = (label: string) => hidden(z.nullable(z.uuid()).default(null), label);

/** Fields that are written in each language, by locale. The default locale is always there. */
export function localized<S extends z.ZodRawShape>(shape: S) {
  return withMeta(
    byLocale(z.strictObject(shape)).refine((value) => Object.hasOwn(value, 'en'), {
      error: 'The default locale en is missing',
    }),
    { label: 'Texts', widget: 'localized' },
  );
}

/** The same of a record that needs no texts. */
export function optionallyLocalized<S extends z.ZodRawShape>(shape: S) {
  const fields = localized(shape);
  return withMeta(
    fields.default(() => fields.parse({ en: {} })),
    getFieldMeta(fields),
  );
}

/** Versions and timestamps that the database sets; a content bundle may have them, so that nothing is lost. */
export const bookkeeping = {
  version: hidden(z.int().positive().optional(), 'Version'),
  created_at: hidden(timestamp().optional(), 'Created'),
  updated_at: hidden(timestamp().optional(), 'Changed'),
};

/** When visitors see a record. */
export const visibility = {
  is_published: checkbox({ label: 'Published', default: true }),
  publish_from: orNull(time({ label: 'Show from', help: 'Empty: at once' })),
  publish_until: orNull(time({ label: 'Show until', help: 'Empty: for good' })),
};
/** The same of what is dated by the moment from which it is shown. */
export const datedVisibility = {
  ...visibility,
  publish_from: time({ label: 'Date', help: 'Shown from this moment on, and under this date' }),
};
