import { type Locale, defaultLocale } from '#domain/locales.ts';
import type { Issue } from '#domain/result.ts';
import { canonicalPath } from '#domain/addresses/routes.ts';
import { type SiteId, getLocales, withLocale } from '#domain/sites.ts';
import { checkFacts, namesInPage } from '#content/checks/check-facts.ts';
import { checkImages, noText } from '#content/checks/check-images.ts';
import { type SitePath, type Visited, checkLinks, placesToVisit } from '#content/checks/check-links.ts';
import { checkRecords } from '#content/checks/check-records.ts';
import { checkSearch } from '#content/checks/check-search.ts';
import { checkStaleTexts } from '#content/checks/check-stale-texts.ts';
import { checkTranslations } from '#content/checks/check-translations.ts';
import { type CheckedModule, type Finding, findingKinds } from '#content/checks/findings.ts';
import {
  type ProposedRecord,
  addRecords,
  changeDrafts,
  changePages,
  getPerspective,
  proposePage,
} from '#changes/change-set.ts';
import type { ChosenContents } from '#changes/chosen-cells.ts';
import type { Client } from '#content/clients/client.ts';
import { type DescribingDraft, readDescribingDrafts } from '#content/media/pictures/describing-drafts.ts';
import { type StaleText, findStaleTexts } from '#content/translations/find-stale-texts.ts';
import type { PageContent } from '#content/reading/page-content.ts';
import { ContentReader } from '#content/reader.ts';
import type { PageRow, StoredModule } from '#kinds/page/shapes.ts';
import type { ProductValuesRow } from '#kinds/product/shapes.ts';
import type { RecordRow } from '#kinds/shapes.ts';
import { withShared } from '#content/reading/show-shared.ts';
import { Source } from '#content/source/source.ts';
import { getDefinition, isRegisteredType } from '#modules/definitions.ts';
import { editorFields } from '#schema/editor-fields.ts';
import { fieldLabel } from '#schema/field-label.ts';
import type { ReferenceKind } from '#schema/fields.ts';
import { formPath } from '#schema/form-path.ts';
import type { BrokenModule, DraftModule, PlacedModule } from '#modules/placed.ts';
import { parseData } from '#modules/parse-data.ts';
import { locateReferences } from '#schema/references.ts';
import { moduleTitle } from '#server/editor/messages/module-title.ts';
import { renderPage } from '#astro/render-page.ts';
import type { Runtime } from '#server/runtime.ts';

/** A picture that needs a text, and what it is called where its draft has one; null where that does not. */
type WarnedPicture = NonNullable<Finding['picture']> & { draft: string | null };

/** Something that an editor should know before publishing, and where to mend it. */
export type PageWarning = {
  kind: Finding['kind'];
  /** Blocks publishing: visitors get the last good version of the page. */
  isBlocking: boolean;
  moduleId: number | null;
  /** The name of the module's type, or of the page. */
  moduleName: string;
  moduleTitle: string;
  /** The label of the field; empty when it concerns all of the module. */
  field: string;
  message: string;
  /** The drafts in which it is so, one for each locale, with the window open at the field: the path of that in its form. */
  places: { locale: Locale; href: string; field: string | null }[];
  /** The picture that needs a text; null for every other warning. */
  picture: WarnedPicture | null;
};

/** A page in one locale, as it is checked. */
type Checked = {
  locale: Locale;
  row: PageRow;
  /** The page as its draft shows it; null when not even that can be read. */
  content: PageContent | null;
  /** What is wrong with the quotes in its title and description. */
  details: Issue[];
  modules: CheckedModule[];
  stored: StoredModule[];
};

type PublishedWith = {
  /** What is published of the page; null for all of its draft. */
  chosen?: ChosenContents | null;
  /** Records whose drafts are published with it. */
  records?: readonly ProposedRecord[];
};

/**
 * Checks a page's draft in all of its locales: broken links, numbers that contradict a product, empty modules, missing
 * alternative texts and translations, invalid modules. It is read with what is published with it. Of a publish in part it checks what
 * would be live then, and tells what concerns its choice.
 */
export async function findWarnings(
  runtime: Runtime,
  client: Client,
  page: { id: number; site: SiteId },
  at: string,
  { chosen = null, records: along = [] }: PublishedWith = {},
): Promise<PageWarning[]> {
  const { site } = page;
  const pages = chosen
    ? changePages([proposePage(page.id, chosen.parent_id, chosen.contents)])
    : changeDrafts(...(along.length > 0 ? [page.id] : []));
  const planned = getPerspective(addRecords(pages, along));
  const source = new Source(client, { site, view: 'draft', at, planned });
  const shown = getLocales(site).filter((locale) => !chosen || chosen.contents[locale]);
  const read = await Promise.all(shown.map((locale) => readLocale(source, runtime, locale, page.id)));
  const checked = read.filter((one) => one !== null);
  const [records, products, stale] = await Promise.all([
    readRecords(source, checked),
    readProducts(source, checked),
    findStaleTexts(runtime.serviceClient, page.id),
  ]);
  const findings = await Promise.all(
    checked.map((one) => checkLocale(one, { runtime, records, products, stale, site, at, pageId: page.id })),
  );
  const concerned = chosen ? findings.flat().filter((finding) => isOfChoice(finding, chosen)) : findings.flat();
  const pictures = concerned.flatMap(({ picture }) => picture ?? []);
  return describe(checked, concerned, await readDescribingDrafts(client, pictures));
}

/** Where a language shows English is told by itself. */
function isOfChoice({ kind, moduleId, locale }: Finding, { shown, settings }: ChosenContents): boolean {
  if (moduleId === null) return settings.includes(locale);
  return kind !== 'translation' && shown.some((text) => text.id === moduleId && text.locale === locale);
}

/** A page in one locale as it is stored and as its draft shows it; all locales are asked for at once. */
async function readLocale(source: Source, runtime: Runtime, locale: Locale, ref: number): Promise<Checked | null> {
  const reader = new ContentReader(source, locale, runtime.config.origins);
  const [answer, content] = await Promise.all([
    source.page(ref, locale),
    reader.load({ kind: 'page', ref }, { brokenModules: 'keep' }),
  ]);
  if (!answer) return null;
  const row = answer.page;
  const { title, nav_title, description } = row;
  const details = await reader.quoteIssues({ title, nav_title, description });
  const stored = flatten(await withShared(row.modules, source, locale));
  return {
    locale,
    row,
    details,
    stored,
    content: content.ok ? content.value : null,
    modules: stored.flatMap(({ id, type, v, data, fallback }): CheckedModule[] => {
      if (!isRegisteredType(type)) return [];
      const parsed = parseData(type, v, data);
      return parsed.ok ? [{ id, type, data: parsed.value, fallback: fallback ?? false }] : [];
    }),
  };
}

function flatten(modules: readonly StoredModule[]): StoredModule[] {
  return modules.flatMap((module) => [module, ...flatten(module.children)]);
}

/** The modules of a draft with their child modules: those that cannot be shown, and the others. */
function sortModules(modules: readonly DraftModule[]): { broken: BrokenModule[]; placed: PlacedModule[] } {
  const all = (some: readonly DraftModule[]): DraftModule[] =>
    some.flatMap((module) => [module, ...('problems' in module ? [] : Object.values(module.children).flatMap(all))]);
  const broken: BrokenModule[] = [];
  const placed: PlacedModule[] = [];
  for (const module of all(modules)) {
    if ('problems' in module) broken.push(module);
    else placed.push(module);
  }
  return { broken, placed };
}

/** The products that the page's texts name in any locale. */
async function readProducts(source: Source, checked: readonly Checked[]): Promise<ProductValuesRow[]> {
  const names = [...new Set(checked.flatMap(({ row, modules }) => namesInPage({ ...row, modules })))].toSorted();
  if (names.length === 0) return [];
  return (await source.list(defaultLocale, { list: 'product_values', by: 'name', names })).items;
}

type Records = Map<string, unknown>;

/** Every record that the page's modules point to; all are asked for at once. */
async function readRecords(source: Source, checked: readonly Checked[]): Promise<Records> {
  const wanted = new Map<string, { kind: ReferenceKind; id: number }>();
  for (const { modules } of checked) {
    for (const { type, data } of modules) {
      for (const { kind, id } of locateReferences(getDefinition(type).schema, data)) {
        wanted.set(`${kind}:${id}`, { kind, id });
      }
    }
  }
  const rows = await Promise.all(
    [...wanted].map(async ([key, { kind, id }]) => [key, await source.record(kind, id)] as const),
  );
  return new Map(rows);
}

function lookUp<K extends ReferenceKind>(records: Records, kind: K) {
  // The source has parsed each row with the schema of the kind that its key names.
  return (id: number): RecordRow<K> | null => (records.get(`${kind}:${id}`) ?? null) as RecordRow<K> | null;
}

async function checkLocale(
  { locale, row, content, details, modules }: Checked,
  page: {
    runtime: Runtime;
    records: Records;
    products: readonly ProductValuesRow[];
    stale: readonly StaleText[];
    site: SiteId;
    at: string;
    pageId: number;
  },
): Promise<Finding[]> {
  const { runtime, records, products, stale, site, at } = page;
  const world = {
    site,
    locale,
    at,
    link: lookUp(records, 'link'),
    page: { id: page.pageId, addresses: row.addresses },
  };
  const visited = await visitAll(runtime, placesToVisit(modules, world), content);
  const { broken, placed } = sortModules(content?.kind === 'page' ? content.modules : []);
  const inDetails = details.map(({ path, message }): Finding => ({
    kind: 'invalid',
    locale,
    moduleId: null,
    path,
    message,
  }));
  const inModules = broken.flatMap(({ id, problems }) =>
    problems.map(({ field, reason }): Finding => ({
      kind: 'invalid',
      locale,
      moduleId: id,
      path: field === '' ? [] : field.split('.'),
      message: reason,
    })),
  );
  const invalid = [...inDetails, ...inModules];
  const empty = placed.flatMap(({ id, waitsFor }): Finding[] =>
    waitsFor === undefined
      ? []
      : [{ kind: 'empty', locale, moduleId: id, path: [], message: `Visitors see nothing of it. ${waitsFor}` }],
  );
  const isShown = ({ moduleId, path }: Finding) => {
    const module = modules.find(({ id }) => id === moduleId);
    // What stands in a field that the form hides is on no page.
    return (
      !module ||
      path.length === 0 ||
      formPath(editorFields(getDefinition(module.type).schema), module.data, path) !== null
    );
  };
  const known = new Set(invalid.map(({ moduleId, path }) => `${moduleId} ${path.join('.')}`));
  const others = [
    ...checkLinks(modules, { ...world, visit: (place) => visited.get(makeKey(place)) }),
    ...checkRecords(modules, (kind, id) => records.get(`${kind}:${id}`) !== null, locale),
    ...checkFacts({ ...row, modules }, products, locale),
    ...empty,
    ...checkImages(modules, { image: lookUp(records, 'image'), vector: lookUp(records, 'vector') }, locale),
    ...checkTranslations({ description: row.description, modules }, locale),
    ...checkStaleTexts(stale, modules, locale),
    ...checkSearch(row, locale),
  ];
  return [
    ...invalid,
    ...others.filter((found) => !known.has(`${found.moduleId} ${found.path.join('.')}`) && isShown(found)),
  ];
}

const idAttribute = /\sid="([^"]+)"/g;

function anchorsIn(html: string): Set<string> {
  return new Set([...html.matchAll(idAttribute)].map(([, id = '']) => id.replaceAll('&amp;', '&')));
}

function makeKey(place: SitePath | null): string {
  return place === null ? '' : `${place.site} ${place.path}`;
}

/** The pages at these paths as visitors get them, from the published files; for null, the page of the draft. */
async function visitAll(
  runtime: Runtime,
  asked: readonly (SitePath | null)[],
  own: PageContent | null,
): Promise<Map<string, Visited | undefined>> {
  const places = new Map(asked.map((place) => [makeKey(place), place]));
  const answers = [...places].map(async ([key, place]) => {
    const visited = place === null ? drawOwn(own) : visitPath(runtime, place.site, place.path);
    return [key, await visited] as const;
  });
  return new Map(await Promise.all(answers));
}

/** Renders the draft, since ids of elements are in the views. */
async function drawOwn(content: PageContent | null): Promise<Visited | undefined> {
  return content ? { anchors: anchorsIn((await renderPage(content)).html) } : undefined;
}

async function visitPath(runtime: Runtime, site: SiteId, path: string, hops = 0): Promise<Visited | undefined> {
  // In development nothing is published: pages are rendered on request. The sign-in page is never a file.
  if (runtime.mode === 'development' || /(^|\/)login$/.test(path)) return undefined;
  const origin = runtime.config.origins[site];
  const response = await runtime.files.serve(site, new Request(new URL(path, origin)));
  const location = response.headers.get('location');
  if (location !== null && location.startsWith('/') && hops < 3) {
    return visitPath(runtime, site, location.split('#')[0] ?? '', hops + 1);
  }
  if (response.status >= 300 && response.status < 400) return undefined;
  return response.ok ? { anchors: anchorsIn(await response.text()) } : null;
}

/** What is said of a picture without a text that is live: it may wait in a draft. */
function settlePicture(
  { picture, locale, message }: Finding,
  drafts: readonly DescribingDraft[],
): Pick<PageWarning, 'message' | 'picture'> {
  if (!picture) return { message, picture: null };
  const draft = drafts.find(({ kind, id }) => kind === picture.kind && id === picture.id);
  const text = draft?.alt[locale] || (message === noText && draft?.alt[defaultLocale]);
  if (!draft || !(draft.decorative || text)) return { message, picture: { ...picture, draft: null } };
  const waits = 'The alternative text of the picture is in a draft, which is not published yet.';
  return { message: waits, picture: { ...picture, draft: draft.filename } };
}

/** Findings that differ only in their locale are merged into one warning; within a kind the order is that of the page. */
function describe(
  checked: readonly Checked[],
  findings: readonly Finding[],
  drafts: readonly DescribingDraft[],
): PageWarning[] {
  const warnings = new Map<string, PageWarning & { rank: number }>();
  const positions = new Map((checked[0]?.stored ?? []).map(({ id }, index) => [id, index]));
  for (const finding of findings) {
    const { kind, locale, moduleId, path } = finding;
    const { message, picture } = settlePicture(finding, drafts);
    const one = checked.find((candidate) => candidate.locale === locale);
    const address = one?.row.path;
    if (!one || address === undefined) continue;
    const module = one.stored.find(({ id }) => id === moduleId);
    const definition = module && isRegisteredType(module.type) ? getDefinition(module.type) : null;
    const key = JSON.stringify([kind, moduleId, path, message]);
    let warning = warnings.get(key);
    if (!warning) {
      warning = {
        kind,
        isBlocking: kind === 'invalid',
        moduleId,
        moduleName: definition?.displayName ?? module?.type ?? 'Page settings',
        moduleTitle: module ? moduleTitle(module.data) : '',
        field: definition ? fieldLabel(definition.schema, path) : '',
        message,
        places: [],
        picture,
        rank: findingKinds.indexOf(kind) * 10_000 + (moduleId === null ? 0 : 1 + (positions.get(moduleId) ?? 0)),
      };
      warnings.set(key, warning);
    }
    const parsed = one.modules.find(({ id }) => id === moduleId)?.data ?? module?.data;
    const field = definition
      ? (formPath(editorFields(definition.schema), parsed, path)?.join('.') ?? null)
      : moduleId === null
        ? ['locales', locale, ...path].join('.')
        : null;
    warning.places.push({ locale, field, href: draftHref(locale, address, definition ? moduleId : null, field) });
  }
  return [...warnings.values()].toSorted((a, b) => a.rank - b.rank).map(({ rank: _, ...warning }) => warning);
}

/** The draft of a page, with a module's dialog open, or the settings of the page, at a field. */
function draftHref(locale: Locale, path: string, moduleId: number | null, field: string | null): string {
  const address = canonicalPath(withLocale(locale, path)) ?? '/';
  const window = moduleId === null ? 'show_settings=true' : `show_modal=true&module_id=${moduleId}`;
  return `${address}?draft=true&${window}${field === null ? '' : `&module_field=${encodeURIComponent(field)}`}`;
}
