import { type Locale, defaultLocale, locales } from '#domain/locales.ts';
import { emptyRecord } from '#domain/objects.ts';
import type { StoredModule } from '#kinds/page/shapes.ts';
import type { PageContents } from '#content/source/revisions.ts';

/** A module with the data of each locale that has its own. */
export type ModuleModel = {
  type: string;
  /** The version of the schema that the data of a locale satisfies. */
  versions: Partial<Record<Locale, number>>;
  locales: Partial<Record<Locale, unknown>>;
};

/**
 * A page as it is compared and merged: each thing once. A revision repeats the structure in every locale, and the data that
 * a locale falls back to.
 */
export type PageModel = {
  details: Partial<Record<Locale, Omit<NonNullable<PageContents[Locale]>, 'modules'>>>;
  /** In the order of the page. */
  structure: { id: number; parent: number | null; slot: string | null }[];
  modules: Record<string, ModuleModel>;
};

export function toPageModel(contents: PageContents): PageModel {
  const model: PageModel = { details: {}, structure: [], modules: emptyRecord() };
  const seen = new Set<number>();
  for (const locale of listLocales(contents)) {
    const content = contents[locale];
    if (!content) continue;
    const { modules, ...details } = content;
    model.details[locale] = details;
    for (const { module, parent } of flatten(modules, null)) {
      const { id, type, v, data, slot = null } = module;
      if (!seen.has(id)) model.structure.push({ id, parent, slot });
      seen.add(id);
      const known = (model.modules[id] ??= { type, versions: {}, locales: {} });
      const of = module.fallback ? defaultLocale : locale;
      known.locales[of] = data;
      known.versions[of] = v;
    }
  }
  return model;
}

/** The revision's form of a page, as the database assembles it from a draft. */
export function toPageContents({ details, structure, modules }: PageModel): PageContents {
  const contents: PageContents = {};
  for (const locale of listLocales(details)) {
    const detail = details[locale];
    if (detail) contents[locale] = { ...detail, modules: assemble(null, locale, structure, modules) };
  }
  return contents;
}

function assemble(
  parent: number | null,
  locale: Locale,
  structure: PageModel['structure'],
  modules: PageModel['modules'],
): StoredModule[] {
  return structure.flatMap((place): StoredModule[] => {
    const module = modules[place.id];
    if (!module || place.parent !== parent) return [];
    const { type, versions, locales: dataOf } = module;
    const isFallback = dataOf[locale] === undefined;
    const of = isFallback ? defaultLocale : locale;
    const data = dataOf[of];
    if (data === undefined) return [];
    const { id, slot } = place;
    return [
      {
        id,
        type,
        ...(slot === null ? {} : { slot }),
        v: versions[of] ?? 1,
        ...(isFallback ? { fallback: true } : {}),
        data,
        children: assemble(id, locale, structure, modules),
      },
    ];
  });
}

function* flatten(
  modules: readonly StoredModule[],
  parent: number | null,
): Generator<{ module: StoredModule; parent: number | null }> {
  for (const module of modules) {
    yield { module, parent };
    yield* flatten(module.children, module.id);
  }
}

/** The default locale comes first: its order of modules counts. */
function listLocales(of: Partial<Record<Locale, unknown>>): Locale[] {
  return locales.filter((locale) => of[locale] !== undefined);
}
