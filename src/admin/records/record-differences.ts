import { type Locale, locales } from '#domain/locales.ts';
import { isSame } from '#domain/pages/merge-versions.ts';
import { valueAt } from '#domain/objects.ts';
import type { EditorField } from '#schema/editor-fields.ts';
import type { JsonObject } from '#schema/record-fields.ts';
import { replaceValue } from './replace-value.ts';

/** A field that differs between two versions of a record. */
export type RecordDifference = {
  /** Where it is in the data: `['slug']`, `['localized', 'de', 'title']`. */
  path: readonly string[];
  field: EditorField;
  /** The language of a text; null for what is the same in all languages. */
  locale: Locale | null;
  before: unknown;
  after: unknown;
};

/** The fields in which two versions of a record differ, in the order of its form, and texts by language. */
export function findRecordDifferences(
  fields: readonly EditorField[],
  before: JsonObject,
  after: JsonObject,
): RecordDifference[] {
  return fields.flatMap((field): RecordDifference[] => {
    const was = before[field.name];
    const is = after[field.name];
    if (field.widget === 'hidden' || isSame(was ?? null, is ?? null)) return [];
    if (field.widget !== 'localized') return [{ path: [field.name], field, locale: null, before: was, after: is }];
    return locales.flatMap((locale) =>
      field.fields.flatMap((text): RecordDifference[] => {
        const [old, now] = [was, is].map((side) => valueAt(side, [locale, text.name]));
        if (isSame(old ?? null, now ?? null)) return [];
        return [{ path: [field.name, locale, text.name], field: text, locale, before: old, after: now }];
      }),
    );
  });
}

/** What of a version is brought back. */
export type RestoredPart =
  | { what: 'all' }
  | { what: 'file' }
  | { what: 'language'; locale: Locale }
  | { what: 'field'; path: readonly string[] };

/** Data with a part of it as a version has it. A language is brought back with all its texts. */
export function replacePart(
  fields: readonly EditorField[],
  data: JsonObject,
  version: JsonObject,
  part: RestoredPart,
): JsonObject {
  switch (part.what) {
    case 'all':
      return version;
    case 'file':
      return data;
    case 'language':
      return fields
        .filter(({ widget }) => widget === 'localized')
        .reduce((restored, { name }) => replaceValue(restored, version, [name, part.locale]), data);
    case 'field':
      return replaceValue(data, version, part.path);
  }
}
