import { type Locale, defaultLocale, englishNameOf, isLocale } from '#domain/locales.ts';
import { valueAt } from '#domain/objects.ts';
import type { PageContents } from '#content/publish-history.ts';
import { type PageModel, modelOf } from '#content/take-back/page-model.ts';
import { definitionOf, isRegisteredType } from '#modules/definitions.ts';
import { fieldLabel } from '#schema/field-label.ts';
import type { Path } from '#schema/walk.ts';
import { moduleTitle } from './module-title.ts';
import type { NameOf } from './reasons.ts';
import { findDifferences, schemaAt, valueWords } from './value-words.ts';

/** A field with its old and its new words; null for nothing. */
export type FieldWords = { label: string; locale: Locale | null; before: string | null; after: string | null };

const detailLabels: Readonly<Record<string, string>> = {
  path: 'Address',
  title: 'Title',
  nav_title: 'Name in menus',
  description: 'Description',
  seo: 'Search engines',
};

/** What differs between two versions of a page, by its details, its modules and their fields. */
export function describePageDifferences(
  before: PageContents | null,
  after: PageContents | null,
  nameOf: NameOf,
): FieldWords[] {
  const old = modelOf(before ?? {});
  const now = modelOf(after ?? {});
  const modules = (model: PageModel) => model.structure.map(({ id }) => moduleName(model, id)).join(', ') || null;
  const ofStructure = structureKey(old) === structureKey(now) ? [] : [modulesLine(modules(old), modules(now))];
  return [
    ...findDifferences(old.details, now.details).map((place) =>
      describePlace(['details', ...place.path], place, [now, old], nameOf),
    ),
    ...ofStructure,
    ...findDifferences(old.modules, now.modules)
      // What came and went is in the line of the modules.
      .filter(({ path }) => path.length > 2)
      .map((place) => describePlace(['modules', ...place.path], place, [now, old], nameOf)),
  ];
}

function modulesLine(before: string | null, after: string | null): FieldWords {
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
): FieldWords {
  const [part, key, , where, ...rest] = path;
  if (part === 'details') {
    const locale = isLocale(key) ? key : null;
    const field = path[2];
    const label =
      field === undefined ? `Page in ${locale ? englishNameOf[locale] : 'a language'}` : detailLabels[String(field)];
    return { label: label ?? String(field), locale, ...inWords(null, values, nameOf) };
  }
  const model = models.find((one) => one.modules[String(key)] !== undefined);
  if (part !== 'modules' || !model) {
    const names = (value: unknown) =>
      (Array.isArray(value) ? value : [])
        .map((place) =>
          models.map((one) => moduleName(one, Number(valueAt(place, ['id'])))).find((name) => name !== ''),
        )
        .join(', ') || null;
    return part === undefined || part === 'structure'
      ? modulesLine(names(values.before), names(values.after))
      : { label: 'Page', locale: null, ...inWords(null, values, nameOf) };
  }
  const { type } = model.modules[String(key)] ?? { type: '' };
  const schema = isRegisteredType(type) ? definitionOf(type).schema : null;
  const name = moduleName(model, Number(key));
  const field = schema && rest.length > 0 ? fieldLabel(schema, rest) : rest.join(', ');
  return {
    label: field === '' ? name : `${name}: ${field}`,
    locale: isLocale(where) ? where : null,
    ...inWords(schema && schemaAt(schema, rest), values, nameOf),
  };
}

function inWords(
  schema: Parameters<typeof valueWords>[0],
  { before, after }: { before: unknown; after: unknown },
  nameOf: NameOf,
): { before: string | null; after: string | null } {
  return { before: valueWords(schema, before, nameOf), after: valueWords(schema, after, nameOf) };
}

/** As editors call it; with its title, by which they tell it from others of its type. */
function moduleName({ modules }: PageModel, id: number): string {
  const module = modules[id];
  if (!module) return '';
  const { type, locales } = module;
  const name = isRegisteredType(type) ? definitionOf(type).displayName : type;
  const title = moduleTitle(locales[defaultLocale] ?? Object.values(locales)[0]);
  return title === '' ? name : `${name} “${title}”`;
}
