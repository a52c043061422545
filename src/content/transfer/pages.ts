import { z } from 'zod';
import { defaultLocale } from '#domain/locales.ts';
import { isPageAddress } from '#domain/page-address.ts';
import { maxDepth, nestingMessage } from '#domain/structure.ts';
import { decodeSegment, encodeSegment, routeKeys } from '#domain/routes.ts';
import { siteHasLocale } from '#domain/sites.ts';
import { definitionOf, isCatalogType } from '#modules/catalog.ts';
import { parseData } from '#modules/parse-data.ts';
import {
  bookkeeping,
  byLocale,
  id,
  jsonObject,
  localeSchema,
  optionalReference,
  reference,
  siteReference,
  text,
  time,
  userId,
  type JsonObject,
} from './fields.ts';
import { type RecordReference, type StagedRow, defineKind } from './kind.ts';
import { type Path, collect } from './walk.ts';

/** A path as the database keeps it: decoded, in normal form C, without the locale prefix. */
export function isPagePath(value: string): boolean {
  if (value === '/') return true;
  if (!value.startsWith('/') || !isPageAddress(value)) return false;
  return value
    .slice(1)
    .split('/')
    .every((segment) => {
      const encoded = encodeSegment(segment);
      return encoded !== null && segment === segment.normalize('NFC') && decodeSegment(encoded) === segment;
    });
}

const path = () =>
  z.string().refine(isPagePath, {
    error: 'A path is / or segments that each follow a slash, not encoded, and none that stands for a file or a locale',
  });

const seo = z.strictObject({
  noindex: z.boolean().optional(),
  og_image: z.nullable(reference('image')).optional(),
});

const description = {
  path: path(),
  title: text(),
  nav_title: z.string().default(''),
  description: z.string().default(''),
  seo: seo.default({}),
};

const moduleSchema = z.strictObject({
  id: id(),
  parent: z.int().positive().nullable().default(null),
  slot: z.string().min(1).nullable().default(null),
  type: z.string(),
  created_at: time().optional(),
  data: byLocale(jsonObject()),
  /** What the database counts for each locale's data; data without it is of the module type's current version. */
  stored: byLocale(
    z.strictObject({
      data_version: z.int().positive(),
      version: z.int().positive().optional(),
      updated_by: userId(),
      created_at: time().optional(),
      updated_at: time().optional(),
    }),
  ).optional(),
});
type Module = z.output<typeof moduleSchema>;

const pageSchema = z.strictObject({
  kind: z.literal('page'),
  id: id(),
  site: siteReference(),
  parent: optionalReference('page'),
  route: z.enum(routeKeys).nullable().default(null),
  template: z.enum(['home', 'content', 'list']).default('content'),
  is_editable: z.boolean().default(true),
  structure_version: z.int().positive().optional(),
  /** true: the draft is published; or the revision that is live, with what it stands below. */
  published: z
    .union([
      z.boolean(),
      z.strictObject({ revision: reference('page_revision'), parent: optionalReference('page'), published_at: time() }),
    ])
    .default(true),
  locales: byLocale(z.strictObject({ ...description, ...bookkeeping })).refine(
    (value) => Object.hasOwn(value, defaultLocale),
    'The default locale en is missing',
  ),
  modules: z.array(moduleSchema).default([]),
  ...bookkeeping,
});
type Page = z.output<typeof pageSchema>;

export const page = defineKind({
  kind: 'page',
  table: 'pages',
  schema: pageSchema,
  besides: ['locales', 'modules', 'published'],
  check: checkPage,
  references: (record) => [...publishedReferences(record), ...record.modules.flatMap(moduleReferences)],
  uniques: (record) => [
    ...Object.entries(record.locales).map(([locale, { path: at }]) => `address ${at} of ${record.site} in ${locale}`),
    ...(record.route === null ? [] : [`route ${record.route} of ${record.site}`]),
    ...record.modules.map((module) => `module id ${module.id}`),
  ],
  columns: ({ published }) => (typeof published === 'boolean' ? {} : { published_revision_id: published.revision }),
  rows: pageRows,
});

function checkPage(record: Page, issue: (path: Path, message: string) => void): void {
  if (record.parent === record.id) issue(['parent'], 'A page is not below itself');
  for (const [locale] of Object.entries(record.locales)) {
    if (!siteHasLocale(record.site, localeSchema.parse(locale))) {
      issue(['locales', locale], `The site ${record.site} has no locale ${locale}`);
    }
  }
  const byId = new Map(record.modules.map((module) => [module.id, module]));
  record.modules.forEach((module, index) => {
    const at = ['modules', index];
    if ((module.parent === null) !== (module.slot === null)) issue([...at, 'slot'], 'parent and slot go together');
    if (module.parent !== null && !byId.has(module.parent)) {
      issue([...at, 'parent'], `The module ${module.parent} is not on this page`);
    } else if (isBelowItself(module, byId)) {
      issue([...at, 'parent'], 'A module is not below itself');
    } else if (depthOf(module, byId) > maxDepth) {
      issue([...at, 'parent'], nestingMessage);
    } else if (module.parent !== null && !takesModules(byId.get(module.parent))) {
      issue([...at, 'parent'], `The module ${module.parent} is of a type that contains no modules`);
    }
    if (!module.data[defaultLocale]) issue([...at, 'data'], 'The data of the default locale en is missing');
    if (!isCatalogType(module.type)) {
      issue([...at, 'type'], `unknown module type ${JSON.stringify(module.type)}`);
      return;
    }
    const current = definitionOf(module.type).version;
    for (const [locale, data] of Object.entries(module.data)) {
      const version = module.stored?.[localeSchema.parse(locale)]?.data_version ?? current;
      const parsed = parseData(module.type, version, data);
      if (parsed.ok) continue;
      const issues = parsed.failure.issues ?? [{ path: [], message: parsed.failure.message }];
      for (const found of issues) issue([...at, 'data', locale, ...found.path], found.message);
    }
  });
}

function depthOf(module: Module, byId: ReadonlyMap<number, Module>): number {
  const above = module.parent === null ? undefined : byId.get(module.parent);
  return above ? 1 + depthOf(above, byId) : 1;
}

/** A type that is not known is an issue of its own. */
function takesModules(module: Module | undefined): boolean {
  return !module || !isCatalogType(module.type) || definitionOf(module.type).slots !== undefined;
}

function isBelowItself(module: Module, byId: ReadonlyMap<number, Module>): boolean {
  const seen = new Set<number>();
  for (let current: Module | undefined = module; current;) {
    if (seen.has(current.id)) return true;
    seen.add(current.id);
    current = current.parent === null ? undefined : byId.get(current.parent);
  }
  return false;
}

function publishedReferences(record: Page): RecordReference[] {
  if (typeof record.published === 'boolean') return [];
  const { revision, parent } = record.published;
  return [
    { kind: 'page_revision', id: revision, path: ['published', 'revision'] },
    ...(parent === null ? [] : [{ kind: 'page' as const, id: parent, path: ['published', 'parent'] }]),
  ];
}

function moduleReferences(module: Module, index: number): RecordReference[] {
  if (!isCatalogType(module.type)) return [];
  const { schema } = definitionOf(module.type);
  const found: RecordReference[] = [];
  for (const [locale, data] of Object.entries(module.data)) {
    collect(schema, data, (note, held, at) => {
      if (note.holds === 'reference' && typeof held === 'number') {
        found.push({ kind: note.kind, id: held, path: ['modules', index, 'data', locale, ...at] });
      }
    });
  }
  return found;
}

function pageRows(record: Page): StagedRow[] {
  const rows: StagedRow[] = [];
  for (const [locale, described] of Object.entries(record.locales)) {
    rows.push({
      table: 'page_locales',
      row: { page_id: record.id, locale, site_id: record.site, ...described, seo: described.seo },
    });
  }
  const places = new Map<number | null, number>();
  for (const module of record.modules) {
    const position = places.get(module.parent) ?? 0;
    places.set(module.parent, position + 1);
    const { id: moduleId, parent, slot, type, created_at } = module;
    rows.push({
      table: 'modules',
      row: { id: moduleId, page_id: record.id, parent_id: parent, slot, type, position, created_at },
    });
    const current = isCatalogType(type) ? definitionOf(type).version : 1;
    for (const [locale, data] of Object.entries(module.data)) {
      const stored = module.stored?.[localeSchema.parse(locale)];
      rows.push({
        table: 'module_locales',
        row: { module_id: moduleId, locale, data, data_version: current, ...stored },
      });
    }
  }
  rows.push({ table: 'publications', row: { page_id: record.id, published: record.published } });
  return rows;
}

const revisionLocale = z.strictObject({
  path: z.string(),
  title: z.string(),
  nav_title: z.string(),
  description: z.string(),
  seo: jsonObject(),
  modules: z.array(jsonObject()),
});

export const pageRevision = defineKind({
  kind: 'page_revision',
  table: 'page_revisions',
  schema: z.strictObject({
    kind: z.literal('page_revision'),
    id: id(),
    page: reference('page'),
    number: z.int().positive(),
    created_by: userId(),
    created_at: time(),
    locales: byLocale(revisionLocale),
  }),
  besides: ['locales'],
  uniques: (record) => [`revision ${record.number} of page ${record.page}`],
  rows: (record) =>
    Object.entries(record.locales).map(([locale, content]) => ({
      table: 'page_revision_locales',
      row: { revision_id: record.id, locale, ...content },
    })),
});

/** A row of the history. It outlives the page that it is about. */
export const draftSave = defineKind({
  kind: 'draft_save',
  table: 'draft_saves',
  schema: z.strictObject({
    kind: z.literal('draft_save'),
    id: id(),
    page_id: z.int().positive(),
    module_id: z.int().positive().nullable().default(null),
    locale: localeSchema.nullable().default(null),
    action: z.enum(['add', 'edit', 'remove', 'arrange', 'describe', 'discard', 'import']),
    content: z.custom<JsonObject | JsonObject[]>((value) => typeof value === 'object' && value !== null),
    version: z.int(),
    saved_by: userId(),
    saved_at: time(),
  }),
});
