import type { z } from 'zod';
import { countryName } from '#domain/countries.ts';
import { cutText } from '#domain/text/cut-text.ts';
import { englishNames, isLocale } from '#domain/locales.ts';
import { isSame } from '#domain/pages/merge-versions.ts';
import { calendarDay } from '#domain/values/moment.ts';
import { isRecord, ownValue } from '#domain/objects.ts';
import { siteNames } from '#domain/site-names.ts';
import { showNumber } from '#domain/values/show-number.ts';
import { isSiteId } from '#domain/sites.ts';
import { withArticle } from '#kinds/registry.ts';
import { fieldRegistry } from '#schema/field-meta.ts';
import { plainText, richTextSchema } from '#schema/rich-text.ts';
import { getInnerDef } from '#schema/schema-def.ts';
import type { Path } from '#schema/walk.ts';
import type { NameOf } from '#server/editor/messages/reasons.ts';

/** A place in two versions of a value; `undefined` where one has none. */
type Difference = { path: Path; before: unknown; after: unknown };

/** The smallest places at which two values differ. Rich text is one, and so is a list whose length has changed. */
export function findDifferences(before: unknown, after: unknown, path: Path = []): Difference[] {
  if (isSame(before, after)) return [];
  if (isBranch(before) && isBranch(after)) {
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      findDifferences(ownValue(before, key), ownValue(after, key), [...path, key]),
    );
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((item, index) => findDifferences(item, after[index], [...path, index]));
  }
  return [{ path, before, after }];
}

function isBranch(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && value['type'] !== 'doc';
}

/** The schema at a path of a schema; null where none is known. */
export function schemaAt(schema: z.core.$ZodType | null, path: Path): z.core.$ZodType | null {
  return path.reduce<z.core.$ZodType | null>((at, step) => {
    if (at === null) return null;
    const def = getInnerDef(at);
    if (def.type === 'array') return def.element;
    if (def.type === 'record') return def.valueType;
    return def.type === 'object' ? (ownValue(def.shape, step) ?? null) : null;
  }, schema);
}

/** As much of a text as a row of a table shows. */
const longest = 400;

/** A value as text: records by their names, choices by their labels, rich text without formatting. Null for nothing. */
export function describeValue(schema: z.core.$ZodType | null, value: unknown, nameOf: NameOf): string | null {
  const text = writeValue(schema, value, nameOf).trim();
  if (text === '') return null;
  return cutText(text, longest);
}

function writeValue(schema: z.core.$ZodType | null, value: unknown, nameOf: NameOf): string {
  const meta = schema ? fieldRegistry.get(schema) : undefined;
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (meta && (meta.widget === 'select' || meta.widget === 'radio' || meta.widget === 'colour')) {
    // Some are stored as numbers.
    return meta.options.find((option) => option.value === scalar(value))?.label ?? scalar(value);
  }
  if (meta && typeof value === 'string') {
    if (meta.widget === 'date' && calendarDay().safeParse(value).success) return describeDay(value);
    if (meta.widget === 'locale' && isLocale(value)) return englishNames[value];
    if (meta.widget === 'site' && isSiteId(value)) return siteNames[value];
    if (meta.widget === 'country' && /^[A-Z]{2}$/.test(value)) return countryName(value, 'en');
  }
  if (meta?.widget === 'number' && typeof value === 'number') return showNumber(value);
  if (meta && (meta.widget === 'reference' || meta.widget === 'references')) {
    const { kind } = meta;
    const ids = [value].flat().map(scalar);
    return ids.map((id) => nameOf(kind, id) ?? `${withArticle(kind)} that was deleted`).join(', ');
  }
  if (meta?.widget === 'sites' && Array.isArray(value)) {
    return value.map((site) => (isSiteId(site) ? siteNames[site] : scalar(site))).join(', ');
  }
  if (Array.isArray(value)) {
    return value
      .map((item) => writeValue(schemaAt(schema, [0]), item, nameOf))
      .filter((text) => text !== '')
      .join('; ');
  }
  if (isRecord(value)) return writeParts(schema, value, nameOf);
  return scalar(value);
}

function describeDay(day: string): string {
  return new Date(day).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
}

function scalar(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : (JSON.stringify(value) ?? '');
}

function writeParts(schema: z.core.$ZodType | null, value: Record<string, unknown>, nameOf: NameOf): string {
  const richText = richTextSchema.safeParse(value);
  if (richText.success) return plainText(richText.data);
  return Object.entries(value)
    .flatMap(([key, part]) => {
      const field = schemaAt(schema, [key]);
      const meta = field ? fieldRegistry.get(field) : undefined;
      if (meta?.widget === 'hidden') return [];
      const text = writeValue(field, part, nameOf);
      return text === '' ? [] : [meta ? `${meta.label}: ${text}` : text];
    })
    .join(', ');
}
