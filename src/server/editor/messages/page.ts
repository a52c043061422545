import { type Locale, defaultLocale, englishNames, isLocale, locales } from '#domain/locales.ts';
import { valueAt, ownValue } from '#domain/objects.ts';
import type { PageContents } from '#content/source/revisions.ts';
import { type PageModel, toPageModel } from '#changes/take-back/page-model.ts';
import { getDefinition, isRegisteredType } from '#modules/definitions.ts';
import { parseData } from '#modules/parse-data.ts';
import { fieldLabel } from '#schema/field-label.ts';
import { pageTextsSchema } from '#schema/page-settings.ts';
import type { Path } from '#schema/walk.ts';
import { moduleTitle } from '#server/editor/messages/module-title.ts';
import type { NameOf } from '#server/editor/messages/reasons.ts';
import { findDifferences, schemaAt, describeValue } from './values.ts';

/** A field with its old and its new words; null for nothing. */
export type FieldText = { label: string; locale: Locale | null; before: string | null; after: string | null };

export const detailLabels: Readonly<Record<string, string>> = {
  path: 'Address',
  title: 'Title',
  nav_title: 'Name in menus',
  description: 'Description',
  seo: 'Search engines',
};

const seoSchema = pageTextsSchema.pick({ noindex: true });

/** Of details that have parts: these are called as in the settings of a page. “Yes” beside “Search engines” alone would say the contrary. */
export const detailSchemas: Readonly<Record<string, typeof seoSchema>> = { seo: seoSchema };

/** What differs between two versions of a page, by its details, its modules and their fields. */
export function describePageDifferences(
  before: PageContents | null,
  after: PageContents | null,
  nameOf: NameOf,
): FieldText[] {
  const old = readable(before);
  const now = readable(after);
  const modules = (model: PageModel) => model.structure.map(({ id }) => moduleName(model, id)).join(', ') || null;
  const isOnBothSides = (locale: unknown) => isLocale(locale) && has(old, locale) && has(now, locale);
  const ofStructure = structureKey(old) === structureKey(now) ? [] : [modulesLine(modules(old), modules(now))];
  return [
    ...languagesLine(old, now),
    ...findDifferences(old.details, now.details)
      .filter(({ path: [locale] }) => isOnBothSides(locale))
      .map((place) => describePlace(['details', ...place.path], place, [now, old], nameOf)),
    ...ofStructure,
    ...Object.keys(now.modules).flatMap((id) => describeModule(id, old, now, nameOf)),
  ].filter((field) => field.before !== field.after);
}

/** The languages that the page is in, where it came into one or left one: by itself that says what its texts would at length. */
function languagesLine(old: PageModel, now: PageModel): FieldText[] {
  const names = (model: PageModel) =>
    locales
      .filter((locale) => has(model, locale))
      .map((locale) => englishNames[locale])
      .join(', ');
  return [{ label: 'Languages', locale: null, before: names(old) || null, after: names(now) || null }];
}

function has({ details }: PageModel, locale: Locale): boolean {
  return details[locale] !== undefined;
}

/** The model of a page with the data of modules as this code reads it: in the current version, with the defaults of its fields. */
export function readable(contents: PageContents | null): PageModel {
  const model = toPageModel(contents ?? {});
  for (const { type, versions, locales: dataOf } of Object.values(model.modules)) {
    if (!isRegisteredType(type)) continue;
    for (const locale of locales) {
      const parsed = dataOf[locale] === undefined ? null : parseData(type, versions[locale] ?? 1, dataOf[locale]);
      if (parsed?.ok) dataOf[locale] = parsed.value;
    }
  }
  return model;
}

/** A module that is on both sides; one that came or went is in the line of the modules. */
function describeModule(id: string, old: PageModel, now: PageModel, nameOf: NameOf): FieldText[] {
  const sides = { before: ownValue(old.modules, id)?.locales, after: ownValue(now.modules, id)?.locales };
  if (!sides.before || !sides.after) return [];
  const { before, after } = sides;
  return locales.flatMap((locale) => {
    if (before[locale] === undefined && after[locale] === undefined) return [];
    // Where the page is no more, no text of it has become English.
    if (!has(now, locale)) return [];
    // A language without data shows that of the default locale.
    const [was, is] = [before, after].map((side) => side[locale] ?? side[defaultLocale]);
    return findDifferences(was, is).map((place) =>
      describePlace(['modules', id, 'locales', locale, ...place.path], place, [now, old], nameOf),
    );
  });
}

function modulesLine(before: string | null, after: string | null): FieldText {
  return { label: 'Modules', locale: null, before, after };
}

function structureKey({ structure }: PageModel): string {
  return JSON.stringify(structure);
}

/**
 * A place of a page's model in words.
 *
 * @param models versions of the page, in one of which the module of the place is
 */
export function describePlace(
  path: Path,
  values: { before: unknown; after: unknown },
  models: readonly PageModel[],
  nameOf: NameOf,
): FieldText {
  const [part, key, , where, ...rest] = path;
  if (part === 'details') {
    const locale = isLocale(key) ? key : null;
    const field = path[2];
    if (field === undefined) {
      return {
        label: `Page in ${locale ? englishNames[locale] : 'a language'}`,
        locale: null,
        ...describePlaces(values),
      };
    }
    return {
      label: labelDetail(String(field), path.slice(3)),
      locale,
      ...describeValues(null, values, nameOf),
    };
  }
  const model = models.find((one) => ownValue(one.modules, String(key)) !== undefined);
  if (part !== 'modules' || !model) {
    const names = (value: unknown) =>
      (Array.isArray(value) ? value : [])
        .map((place) =>
          models.map((one) => moduleName(one, Number(valueAt(place, ['id'])))).find((name) => name !== ''),
        )
        .join(', ') || null;
    return part === undefined || part === 'structure'
      ? modulesLine(names(values.before), names(values.after))
      : { label: 'Page', locale: null, ...describeValues(null, values, nameOf) };
  }
  const { type } = ownValue(model.modules, String(key)) ?? { type: '' };
  const schema = isRegisteredType(type) ? getDefinition(type).schema : null;
  const name = moduleName(model, Number(key));
  const field = schema && rest.length > 0 ? fieldLabel(schema, rest) : rest.join(', ');
  return {
    label: field === '' ? name : `${name}: ${field}`,
    locale: isLocale(where) ? where : null,
    ...describeValues(schema && schemaAt(schema, rest), values, nameOf),
  };
}

function labelDetail(field: string, part: Path): string {
  const schema = ownValue(detailSchemas, field);
  return schema && part.length > 0 && schemaAt(schema, part)
    ? fieldLabel(schema, part)
    : (ownValue(detailLabels, field) ?? field);
}

/** Where a page is in a language: it came into it, or left it. */
function describePlaces({ before, after }: { before: unknown; after: unknown }): Pick<FieldText, 'before' | 'after'> {
  const [was, is] = [before, after].map((side) => {
    const path = valueAt(side, ['path']);
    return typeof path === 'string' ? `At ${path}` : null;
  });
  return { before: was ?? null, after: is ?? null };
}

function describeValues(
  schema: Parameters<typeof describeValue>[0],
  { before, after }: { before: unknown; after: unknown },
  nameOf: NameOf,
): { before: string | null; after: string | null } {
  return { before: describeValue(schema, before, nameOf), after: describeValue(schema, after, nameOf) };
}

/** As editors call it; with its title, by which they tell it from others of its type. */
export function moduleName({ modules }: PageModel, id: number): string {
  const module = modules[id];
  if (!module) return '';
  const { type, locales: dataOf } = module;
  const name = isRegisteredType(type) ? getDefinition(type).displayName : type;
  const title = moduleTitle(dataOf[defaultLocale] ?? Object.values(dataOf)[0]);
  return title === '' ? name : `${name} “${title}”`;
}
