import { z } from 'zod';
import { locales } from '#domain/locales.ts';
import { isRecord } from '#domain/objects.ts';
import { siteIds } from '#domain/sites.ts';
import { countCharacters } from '#schema/fields.ts';
import { isEmptyRichText, richTextSchema } from '#schema/rich-text.ts';

/**
 * The fields that records of a bundle are made of. A field that names another record, or that holds rich text, says so in
 * the registry: reading a seed, checking references and writing rows all find it there.
 */

/** What the database keeps as json. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined };

export const recordKinds = [
  'site',
  'image',
  'vector',
  'file',
  'document',
  'video',
  'webinar',
  'property',
  'category',
  'application',
  'series',
  'product',
  'channel_partner',
  'representative',
  'inventory_item',
  'faq',
  'tag',
  'author',
  'article',
  'event',
  'post',
  'location',
  'cv',
  'story_group',
  'story_category',
  'employee_story',
  'job',
  'form',
  'link',
  'page',
  'page_revision',
  'draft_save',
  'menu',
  'redirect',
  'stock_quote',
  'investor_publication',
  'search_synonym',
] as const;
export type RecordKind = (typeof recordKinds)[number];

export function isRecordKind(value: unknown): value is RecordKind {
  return recordKinds.some((kind) => kind === value);
}

export type FieldNote = { holds: 'reference'; kind: RecordKind } | { holds: 'rich-text' };
export const notes = z.registry<FieldNote>();

const required = 'This field is required';

function noted<S extends z.ZodType>(schema: S, note: FieldNote): S {
  notes.add(schema, note);
  return schema;
}

export const id = () => z.int(required).positive();

/** The id of another record; written under the record's name, stored in a column `<name>_id`. */
export function reference(kind: RecordKind) {
  return noted(z.int(required).positive(), { holds: 'reference', kind });
}

export function optionalReference(kind: RecordKind) {
  return z.nullable(reference(kind)).default(null);
}

/** Ids of other records in order, each once. */
export function references(kind: RecordKind) {
  return z
    .array(reference(kind))
    .refine((ids) => new Set(ids).size === ids.length, 'A record is named twice')
    .default([]);
}

export function siteReference() {
  return noted(z.enum(siteIds), { holds: 'reference', kind: 'site' });
}

export const sites = () =>
  z.array(z.enum(siteIds)).refine((list) => new Set(list).size === list.length, 'A site is named twice');

function limited(schema: z.ZodString, max: number | undefined): z.ZodString {
  if (max === undefined) return schema;
  return schema.refine((value) => countCharacters(value) <= max, { error: `Max. ${max} characters` });
}

export function text(max?: number) {
  return limited(
    z.string(required).refine((value) => value.trim() !== '', { error: required }),
    max,
  );
}

export function optionalText(max?: number) {
  return limited(z.string(), max).optional();
}

/** A text column that may be null, but not empty. */
export function nullableText(max?: number) {
  return z.nullable(text(max)).default(null);
}

export function richText() {
  return noted(
    richTextSchema.refine((value) => !isEmptyRichText(value), { error: required }),
    { holds: 'rich-text' },
  );
}

export function optionalRichText() {
  return noted(richTextSchema, { holds: 'rich-text' }).optional();
}

const isLocaleKey = z.enum(locales);

/** Texts by locale. The default locale is always there. */
export function localized<S extends z.ZodRawShape>(shape: S) {
  return z
    .partialRecord(isLocaleKey, z.strictObject(shape))
    .refine((value) => Object.hasOwn(value, 'en'), { error: 'The default locale en is missing' });
}

/** Texts by locale of a record that needs none. */
export function optionallyLocalized<S extends z.ZodRawShape>(shape: S) {
  const texts = localized(shape);
  return texts.default(() => texts.parse({ en: {} }));
}

// As `private.is_slug` of the database: lower-case letters of any script, digits, single hyphens. Control characters and
// halves of others are among what is refused.
const notInSlugs =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u0000-\u002c\u002e\u002f\u003a-\u0060\u007b-\u00de\u00f7\u0391-\u03a9\u0410-\u042f\u2000-\u2bff\u3000-\u3004\u3008-\u303f\ue000-\uf8ff\ufe00-\uff0f\uff1a-\uff40\uff5b-\uff65\ufff0-\uffff]/;

export function isSlug(value: string): boolean {
  return (
    value !== '' &&
    value.length <= 120 &&
    !notInSlugs.test(value) &&
    !/^-|-$|--/.test(value) &&
    value === value.normalize('NFC')
  );
}

export const slug = () =>
  z.string(required).refine(isSlug, { error: 'A slug has lower-case letters, digits and single hyphens, 120 at most' });

export const webAddress = () =>
  z
    .string()
    .max(2000)
    .regex(/^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/, 'This is not an http or https address');

export const contactAddress = () =>
  z
    .string()
    .max(2000)
    .regex(
      /^(https?:\/\/[^\s/?#@]+([/?#]\S*)?|mailto:[^\s@]+@[^\s@]+|tel:\+?[0-9 ()./-]+)$/,
      'This is no http, https, mailto or tel address',
    );

export const videoAddress = () =>
  z
    .string(required)
    .regex(
      /^https:\/\/www\.youtube\.com\/watch\?v=[A-Za-z0-9_-]{11}$/,
      'A video is https://www.youtube.com/watch?v= and 11 characters',
    );

export const email = () => z.string().regex(/^[^@\s]+@[^@\s]+$/, 'This is not an e-mail address');
export const country = () => z.string(required).regex(/^[A-Z]{2}$/, 'A country is two capital letters');
export const latitude = () => z.number().min(-90).max(90).nullable().default(null);
export const longitude = () => z.number().min(-180).max(180).nullable().default(null);
export const time = () => z.iso.datetime({ offset: true, error: 'A time is written like 2026-11-21T08:00:00+01:00' });
export const optionalTime = () => z.nullable(time()).default(null);
export const date = () => z.iso.date('A date is written like 2026-11-21');
export const userId = () => z.nullable(z.uuid()).default(null);
export const localeSchema = z.enum(locales);

export const byLocale = <S extends z.ZodType>(schema: S) => z.partialRecord(localeSchema, schema);

/** What the database counts and dates by itself; a bundle may bring it along, so that nothing is lost. */
export const bookkeeping = {
  version: z.int().positive().optional(),
  created_at: time().optional(),
  updated_at: time().optional(),
};

/** When visitors see a record. */
export const visibility = {
  is_published: z.boolean().default(true),
  publish_from: optionalTime(),
  publish_until: optionalTime(),
};
export const datedVisibility = { ...visibility, publish_from: time() };

/** A value that was read from json: it is what it is. */
export const json = () => z.custom<Json>((value) => value !== undefined);
export type JsonObject = { [key: string]: Json | undefined };
export const jsonObject = () =>
  z.custom<JsonObject>(isRecord, {
    error: 'This is not an object',
  });
