import { type Locale, defaultLocale } from '#domain/locales.ts';
import { isRecord, ownValue } from '#domain/objects.ts';
import { type Result, fail, ok } from '#domain/result.ts';
import { getDefinition, isRegisteredType } from '#modules/definitions.ts';
import { parseData } from '#modules/parse-data.ts';
import type { PageContents } from '#content/source/revisions.ts';
import { type ModuleModel, type PageModel, toPageContents, toPageModel } from '../take-back/page-model.ts';

/** What of an earlier version is brought back into a draft. */
export type RestoredPart =
  | { what: 'all' }
  /** The texts of a language: the settings of the page, and those of the modules that both have. */
  | { what: 'language'; locale: Locale }
  /** A module in all languages. One that is gone comes back to its place, one that came later goes. */
  | { what: 'module'; moduleId: number }
  /** The places of the modules that both have. */
  | { what: 'order' }
  /** A field of a module in a language, or of the page's settings. */
  | { what: 'field'; moduleId: number | null; locale: Locale; field: string };

/**
 * A draft with a part of an earlier version in it; everything else stays as it is in the draft.
 *
 * @param draft the draft by locale, as a revision has it
 * @param earlier the version from which the part is taken
 */
export function restorePart(draft: PageContents, earlier: PageContents, part: RestoredPart): Result<PageContents> {
  if (part.what === 'all') return ok(earlier);
  const now = toPageModel(draft);
  const then = toPageModel(earlier);
  const restored = restoreInModel(now, then, part);
  return restored.ok ? ok(toPageContents(restored.value)) : restored;
}

function restoreInModel(
  now: PageModel,
  then: PageModel,
  part: Exclude<RestoredPart, { what: 'all' }>,
): Result<PageModel> {
  switch (part.what) {
    case 'language':
      return restoreLanguage(now, then, part.locale);
    case 'module':
      return restoreModule(now, then, part.moduleId);
    case 'order':
      return ok({ ...now, structure: inOrder(now, then) });
    case 'field':
      return part.moduleId === null
        ? restoreDetail(now, then, part.locale, part.field)
        : restoreField(now, then, { ...part, moduleId: part.moduleId });
  }
}

const noLanguage = () => fail('not-found', 'The earlier version is not in this language.');
const noModule = () => fail('not-found', 'There is no such module in the draft. Bring back the module as a whole.');

function restoreLanguage(now: PageModel, then: PageModel, locale: Locale): Result<PageModel> {
  const details = then.details[locale];
  if (!details) return noLanguage();
  const modules = { ...now.modules };
  for (const [id, module] of Object.entries(now.modules)) {
    const earlier = ownValue(then.modules, id);
    if (earlier) modules[id] = withLocale(module, locale, earlier.locales[locale], earlier.versions[locale]);
  }
  return ok({ ...now, details: { ...now.details, [locale]: details }, modules });
}

/** A language without data of its own shows that of the default locale, which therefore always has some. */
function withLocale(module: ModuleModel, locale: Locale, data: unknown, version: number | undefined): ModuleModel {
  const { [locale]: _, ...others } = module.locales;
  const { [locale]: __, ...versions } = module.versions;
  if (data === undefined) return locale === defaultLocale ? module : { ...module, locales: others, versions };
  return {
    ...module,
    locales: { ...others, [locale]: data },
    versions: version === undefined ? versions : { ...versions, [locale]: version },
  };
}

function restoreModule(now: PageModel, then: PageModel, moduleId: number): Result<PageModel> {
  const earlier = then.modules[moduleId];
  if (!earlier) return ok(without(now, moduleId));
  const modules: PageModel['modules'] = { ...now.modules, [moduleId]: earlier };
  if (now.structure.some(({ id }) => id === moduleId)) return ok({ ...now, modules });
  const place = then.structure.find(({ id }) => id === moduleId);
  if (!place) return noModule();
  if (place.parent !== null && !now.structure.some(({ id }) => id === place.parent))
    return fail('invalid', 'The module that this one was in is gone as well. Bring that one back first.');
  // What was inside it comes along, as far as it is not on the page.
  const inside = then.structure.filter(({ id }) => isInside(then, id, moduleId) && now.modules[id] === undefined);
  const structure = [place, ...inside].reduce((places, one) => insert(places, then.structure, one), now.structure);
  for (const { id } of inside) {
    const module = then.modules[id];
    if (module) modules[id] = module;
  }
  return ok({ ...now, modules, structure });
}

type Places = PageModel['structure'];

function isInside({ structure }: PageModel, id: number, above: number): boolean {
  const parentOf = new Map(structure.map((place) => [place.id, place.parent]));
  const seen = new Set<number>();
  for (let at = parentOf.get(id) ?? null; at !== null && !seen.has(at); at = parentOf.get(at) ?? null) {
    if (at === above) return true;
    seen.add(at);
  }
  return false;
}

function without(model: PageModel, moduleId: number): PageModel {
  const isGone = (id: number) => id === moduleId || isInside(model, id, moduleId);
  return {
    ...model,
    structure: model.structure.filter(({ id }) => !isGone(id)),
    modules: Object.fromEntries(Object.entries(model.modules).filter(([id]) => !isGone(Number(id)))),
  };
}

/** Puts a place behind the nearest of those that were before it in the earlier order. */
function insert(places: Places, earlier: Places, place: Places[number]): Places {
  const isBeside = (other: Places[number]) => other.parent === place.parent && other.slot === place.slot;
  const before = earlier.slice(0, earlier.indexOf(place)).filter(isBeside);
  const known = before.findLast(({ id }) => places.some((other) => other.id === id && isBeside(other)));
  const first = places.findIndex(isBeside);
  const at = known ? places.findIndex(({ id }) => id === known.id) + 1 : first === -1 ? places.length : first;
  return places.toSpliced(at, 0, place);
}

/** The modules of both in their earlier order and places; those that came later stay behind what they were behind. */
function inOrder(now: PageModel, then: PageModel): Places {
  const ids = new Set(now.structure.map(({ id }) => id));
  const common = then.structure.filter(({ id, parent }) => ids.has(id) && (parent === null || ids.has(parent)));
  const kept = new Set(common.map(({ id }) => id));
  return now.structure
    .filter(({ id }) => !kept.has(id))
    .reduce((places, place) => insert(places, now.structure, place), common);
}

function restoreDetail(now: PageModel, then: PageModel, locale: Locale, field: string): Result<PageModel> {
  const earlier = then.details[locale];
  const details = now.details[locale];
  if (!earlier || !details) return noLanguage();
  const name = (['path', 'title', 'nav_title', 'description', 'seo'] as const).find((one) => one === field);
  if (!name) return fail('invalid', 'The settings of a page have no such field.');
  return ok({ ...now, details: { ...now.details, [locale]: { ...details, [name]: earlier[name] } } });
}

function restoreField(
  now: PageModel,
  then: PageModel,
  { moduleId, locale, field }: { moduleId: number; locale: Locale; field: string },
): Result<PageModel> {
  const module = now.modules[moduleId];
  const earlier = then.modules[moduleId];
  if (!module || !earlier || !isRegisteredType(module.type) || earlier.type !== module.type) return noModule();
  const current = currentData(module, locale);
  const former = currentData(earlier, locale);
  if (!current || !former || !Object.hasOwn(former, field))
    return fail('invalid', 'This field cannot be brought back by itself. Bring back the module as a whole.');
  const data = { ...current, [field]: ownValue(former, field) };
  const { version } = getDefinition(module.type);
  return ok({ ...now, modules: { ...now.modules, [moduleId]: withLocale(module, locale, data, version) } });
}

/** What a module shows in a locale, by the current schema; null where it cannot be read. */
function currentData({ type, versions, locales: dataOf }: ModuleModel, locale: Locale): Record<string, unknown> | null {
  const of = dataOf[locale] === undefined ? defaultLocale : locale;
  if (!isRegisteredType(type)) return null;
  const parsed = parseData(type, versions[of] ?? 1, dataOf[of]);
  return parsed.ok && isRecord(parsed.value) ? parsed.value : null;
}
