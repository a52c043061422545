import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { z } from 'zod';
import { type Client, expectData } from '#content/client.ts';
import { MediaStorage } from '#content/media/store.ts';
import { type Json, type JsonObject, type RecordKind, jsonObject, localeSchema, recordKinds } from './fields.ts';
import { type Kind, columnOf } from './kind.ts';
import { format, formatIssue, formatVersion, kinds, nameRecord } from './record.ts';
import { Validation } from './validate.ts';

export type ExportSummary = { records: number; bytes: number; warnings: string[] };
type Row = JsonObject;

/** Pages carry their modules, so fewer of them are read at a time. */
const pageSize: Partial<Record<RecordKind, number>> = {
  page: 100,
  page_revision: 100,
  image: 20,
  file: 5,
  document: 5,
  vector: 50,
};
const defaultPageSize = 500;

/**
 * Writes all content as one bundle: a record a line, kinds in a fixed order, ids ascending. Two exports of the same content
 * are the same bytes. The file appears when it is complete.
 */
export async function exportBundle(
  client: Client,
  file: string,
  onProgress?: (done: number, total: number) => void,
): Promise<ExportSummary> {
  const draft = `${file}.part`;
  const output = createWriteStream(draft);
  const exporter = new Exporter(client);
  let records = 0;
  let bytes = 0;
  const write = async (text: string) => {
    bytes += Buffer.byteLength(text);
    if (!output.write(text)) await once(output, 'drain');
  };
  try {
    await once(output, 'open');
    const total = await exporter.count();
    await write(`{"format":"${format}","version":${formatVersion},"records":[`);
    for await (const record of exporter.records()) {
      await write(`${records === 0 ? '\n' : ',\n'}${JSON.stringify(record)}`);
      records += 1;
      onProgress?.(records, total);
    }
    await write('\n]}\n');
    output.end();
    await once(output, 'finish');
    await rename(draft, file);
  } catch (error) {
    output.destroy();
    await rm(draft, { force: true });
    throw error;
  }
  return { records, bytes, warnings: exporter.warnings };
}

class Exporter {
  readonly warnings: string[] = [];
  readonly #client: Client;
  readonly #media: MediaStorage;

  constructor(client: Client) {
    this.#client = client;
    // Nothing is encoded here, so the cache is not used.
    this.#media = new MediaStorage(client, '');
  }

  count(): Promise<number> {
    return expectData('export_count', this.#client.rpc('export_count'), z.int());
  }

  /** All records; what an import of them would complain about becomes warnings, while there is time to mend it. */
  async *records(): AsyncGenerator<JsonObject, void, undefined> {
    const validation = new Validation();
    for (const name of recordKinds) {
      const kind = kinds[name];
      for await (const rows of this.#pages(kind)) {
        const children = await this.#children(kind, rows);
        for (const row of rows) {
          const record = { ...assemble(kind, row, children), ...(await this.#content(kind, row)) };
          validation.add(record, nameRecord(record));
          yield record;
        }
      }
    }
    validation.reportTrees();
    validation.reportMissing(validation.openReferences());
    this.warnings.push(...validation.issues.map(formatIssue));
  }

  async *#pages(kind: Kind): AsyncGenerator<Row[], void, undefined> {
    const limit = pageSize[kind.kind] ?? defaultPageSize;
    let after: string | null = null;
    for (;;) {
      const answer: Row[] = await expectData(
        `export_rows of ${kind.table}`,
        this.#client.rpc('export_rows', {
          p_table: kind.table,
          p_limit: limit,
          ...(after === null ? {} : { p_after: after }),
        }),
        rowList,
      );
      if (answer.length > 0) yield answer;
      if (answer.length < limit) return;
      after = idOf(answer.at(-1));
    }
  }

  async #children(kind: Kind, rows: readonly Row[]): Promise<Children> {
    const children: Children = new Map();
    const read = async (table: string, owner: string, owners: readonly number[]) => {
      if (owners.length === 0) return [];
      const found = await expectData(
        `export_children of ${table}`,
        this.#client.rpc('export_children', { p_table: table, p_owner: owner, p_owners: [...owners] }),
        rowList,
      );
      children.set(
        table,
        Map.groupBy(found, (row) => Number(row[owner])),
      );
      return found;
    };
    const ids = rows.map((row) => Number(row['id']));
    const tables = new Map(Object.values(kind.joins).map(({ table, owner }) => [table, owner]));
    for (const [table, owner] of [...tables, ...(childTables[kind.kind] ?? [])]) await read(table, owner, ids);
    if (kind.kind === 'page') {
      const modules = [...(children.get('modules')?.values() ?? [])].flat();
      await read(
        'module_locales',
        'module_id',
        modules.map((module) => Number(module['id'])),
      );
    }
    return children;
  }

  /** The file of a media record. */
  async #content(kind: Kind, row: Row): Promise<JsonObject> {
    const { storage_path: path } = row;
    if (!('content' in kind.schema.shape) || typeof path !== 'string') return {};
    const bytes = await this.#media.load(path);
    if (bytes) return { content: bytes.toString('base64') };
    this.warnings.push(`${kind.kind} ${idOf(row)}: Storage does not have its file ${path}`);
    return {};
  }
}

const rowList = z.array(jsonObject());

function idOf(row: Row | undefined): string {
  return z.coerce.string().parse(row?.['id']);
}

/** Rows of other tables by the id of the row that they belong to. */
type Children = Map<string, Map<number, Row[]>>;

/** The tables that hold parts of a record besides its lists of other records, with the column that names it. */
const childTables: Partial<Record<RecordKind, readonly (readonly [string, string])[]>> = {
  product: [
    ['product_images', 'product_id'],
    ['product_property_values', 'product_id'],
  ],
  form: [['form_versions', 'form_id']],
  page: [
    ['page_locales', 'page_id'],
    ['modules', 'page_id'],
    ['published_page_locales', 'page_id'],
  ],
  page_revision: [['page_revision_locales', 'revision_id']],
};

/** A record of its row and of the rows that belong to it, its fields in the order of its schema. */
function assemble(kind: Kind, row: Row, children: Children): JsonObject {
  const own = (table: string) => children.get(table)?.get(Number(row['id'])) ?? [];
  const parts = partsOf(kind, row, own, children);
  const record: JsonObject = {};
  for (const [field, schema] of Object.entries(kind.schema.shape)) {
    const join = kind.joins[field];
    const value =
      field === 'kind'
        ? kind.kind
        : join
          ? own(join.table)
              .filter((member) =>
                Object.entries(join.constants ?? {}).every(([column, constant]) => member[column] === constant),
              )
              .map((member) => member[join.member] ?? null)
          : field in parts
            ? parts[field]
            : row[columnOf(kind, field)];
    // A column that need not be in a bundle is left out when it is empty.
    if (value !== undefined && !(value === null && schema._zod.def.type === 'optional')) record[field] = value;
  }
  return record;
}

type Own = (table: string) => readonly Row[];

function partsOf(kind: Kind, row: Row, own: Own, children: Children): JsonObject {
  switch (kind.kind) {
    case 'product':
      return {
        images: own('product_images').map(({ image_id, video_url }) => ({ image: image_id, video_url })),
        properties: own('product_property_values').map((value) => ({
          property: value['property_id'],
          number: value['value_number'],
          max: value['value_max'],
          text: value['value_text'],
          localized: value['localized'],
        })),
      };
    case 'form':
      return {
        versions: own('form_versions').map(({ form_id: _, ...version }) => version),
      };
    case 'page':
      return {
        locales: byLocale(
          own('page_locales'),
          ({ page_id: _1, locale: _2, site_id: _3, slug: _4, search_text: _5, ...rest }) => rest,
        ),
        published: publicationOf(row, own('published_page_locales')),
        modules: modulesOf(own('modules'), children.get('module_locales') ?? new Map()),
      };
    case 'page_revision':
      return { locales: byLocale(own('page_revision_locales'), ({ revision_id: _1, locale: _2, ...rest }) => rest) };
    default:
      return {};
  }
}

function byLocale(rows: readonly Row[], content: (row: Row) => Json): JsonObject {
  return Object.fromEntries(rows.map((row) => [localeSchema.parse(row['locale']), content(row)]));
}

function publicationOf(row: Row, live: readonly Row[]): Json {
  if (row['published_revision_id'] === null) return false;
  const [first] = live;
  return {
    revision: row['published_revision_id'],
    parent: first ? first['parent_id'] : row['parent_id'],
    published_at: first ? first['published_at'] : row['updated_at'],
  };
}

/** Modules in the order of the page, each followed by those that it contains. */
function modulesOf(modules: readonly Row[], locales: ReadonlyMap<number, Row[]>): Json[] {
  const below = Map.groupBy(modules, (module) => (module['parent_id'] === null ? null : Number(module['parent_id'])));
  const visit = (parent: number | null): Json[] =>
    (below.get(parent) ?? []).flatMap((module) => {
      const id = Number(module['id']);
      const stored = locales.get(id) ?? [];
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
