import { getDefinition, isRegisteredType } from '#modules/definitions.ts';
import { type Json, type JsonObject, localeSchema } from '#schema/record-fields.ts';
import { collect } from '#schema/walk.ts';
import type { PartRows, RecordReference, StagedRow } from '../contract.ts';
import type { PageModule, PageRecord } from './fields.ts';

/** The references of a page besides its fields: the published revision, and those in the data of its modules. */
export function pageReferences(record: PageRecord): RecordReference[] {
  return [...publishedReferences(record), ...record.modules.flatMap(moduleReferences)];
}

function publishedReferences(record: PageRecord): RecordReference[] {
  if (typeof record.published === 'boolean') return [];
  const { revision, parent } = record.published;
  return [
    { kind: 'page_revision', id: revision, path: ['published', 'revision'] },
    ...(parent === null ? [] : [{ kind: 'page' as const, id: parent, path: ['published', 'parent'] }]),
  ];
}

function moduleReferences(module: PageModule, index: number): RecordReference[] {
  if (!isRegisteredType(module.type)) return [];
  const { schema } = getDefinition(module.type);
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

/** The rows of other tables that a page is stored as. */
export function pageRows(record: PageRecord): StagedRow[] {
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
    const current = isRegisteredType(type) ? getDefinition(type).version : 1;
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

/** The fields of a page that are stored in other tables, as an export writes them. */
export function readPageParts(row: JsonObject, rows: PartRows): JsonObject {
  return {
    locales: byLocale(
      rows('page_locales'),
      ({ page_id: _1, locale: _2, site_id: _3, slug: _4, search_text: _5, ...rest }) => rest,
    ),
    published: getPublication(row, rows('published_page_locales')),
    modules: toModules(rows),
  };
}

function byLocale(rows: readonly JsonObject[], content: (row: JsonObject) => Json): JsonObject {
  return Object.fromEntries(rows.map((row) => [localeSchema.parse(row['locale']), content(row)]));
}

function getPublication(row: JsonObject, live: readonly JsonObject[]): Json {
  if (row['published_revision_id'] === null) return false;
  const [first] = live;
  return {
    revision: row['published_revision_id'],
    parent: first ? first['parent_id'] : row['parent_id'],
    published_at: first ? first['published_at'] : row['updated_at'],
  };
}

/** Modules in the order of the page, each followed by those that it contains. */
function toModules(rows: PartRows): Json[] {
  const modules = rows('modules');
  const below = Map.groupBy(modules, (module) => (module['parent_id'] === null ? null : Number(module['parent_id'])));
  const visit = (parent: number | null): Json[] =>
    (below.get(parent) ?? []).flatMap((module) => {
      const id = Number(module['id']);
      const stored = rows('module_locales', id);
      return [
        {
          id,
          parent: module['parent_id'],
          slot: module['slot'],
          type: module['type'],
          created_at: module['created_at'],
          data: byLocale(stored, (row) => row['data'] ?? {}),
          stored: byLocale(stored, ({ data_version, version, updated_by, created_at, updated_at }) => ({
            data_version,
            version,
            updated_by,
            created_at,
            updated_at,
          })),
        },
        ...visit(id),
      ];
    });
  return visit(null);
}
