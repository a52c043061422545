import { valueAt } from '#domain/objects.ts';
import type { Holding, SheetCell, SheetTable } from '#domain/spreadsheets/spreadsheet.ts';
import { type Result, ok } from '#domain/result.ts';
import type { Client } from '#content/clients/client.ts';
import { type ListedRow, type RecordQuery, listRecords } from '#content/records/list-records.ts';
import { assembleRecord } from '#content/records/assemble-record.ts';
import { readChildren } from '#content/transfer/read-children.ts';
import { getKind } from '#kinds/kinds.ts';
import { type KindName, capital, getKindNames } from '#kinds/registry.ts';
import { type SheetColumn, listSheetColumns, idHeading } from '#schema/sheet-columns.ts';
import { type Json, type JsonObject, json } from '#schema/record-fields.ts';
import type { RecordId } from '#view-model/records.ts';
import { writeCell } from './cells.ts';
import { CellNames, idsIn } from './cell-names.ts';

/** Which records, in which order. */
type ExportQuery = Omit<RecordQuery, 'after' | 'limit'>;

/** A record as it is live, or the draft of one that was never published. */
type ExportedRecord = { id: RecordId; data: JsonObject };

const batchSize = 200;
type Reader = { client: Client; service: Client };

/** A record's value of a column. */
export function getColumnValue({ path }: Pick<SheetColumn, 'path'>, data: JsonObject): Json | undefined {
  return json().optional().parse(valueAt(data, path));
}

/** All records that a query finds, page by page. The first page is read before the answer: it may be refused. */
async function readPages(
  reader: Reader,
  query: ExportQuery,
): Promise<Result<AsyncGenerator<ExportedRecord[], void, undefined>>> {
  const first = await listRecords(reader.client, { ...query, after: null, limit: batchSize });
  if (!first.ok) return first;
  const { value } = first;
  async function* pages() {
    let { rows, next } = value;
    for (;;) {
      if (rows.length > 0) yield await assemble(reader.service, query.kind, rows);
      if (next === null) return;
      const page = await listRecords(reader.client, { ...query, after: next, limit: batchSize });
      if (!page.ok) throw new Error(page.failure.message);
      ({ rows, next } = page.value);
    }
  }
  return ok(pages());
}

async function assemble(service: Client, name: KindName, rows: readonly ListedRow[]): Promise<ExportedRecord[]> {
  const kind = getKind(name);
  const children = await readChildren(
    service,
    kind,
    rows.flatMap(({ row, state }) => (state === 'draft' ? [] : [row])),
  );
  return rows.map(({ id, row, state }) => ({
    id,
    data: state === 'draft' ? row : assembleRecord(kind, row, children),
  }));
}

/** The lines of records, cell by cell. */
async function readLines(
  words: CellNames,
  columns: readonly SheetColumn[],
  records: readonly ExportedRecord[],
): Promise<SheetCell[][]> {
  for (const column of columns) {
    if (column.meta.widget !== 'reference' && column.meta.widget !== 'references') continue;
    const ids = records.flatMap(({ data }) => idsIn(column, getColumnValue(column, data)));
    await words.load(column.meta.kind, ids);
  }
  const wordOf = words.getWord.bind(words);
  return records.map(({ id, data }) => [
    id,
    ...columns.map((column) => toCell(column, writeCell(column, getColumnValue(column, data), wordOf))),
  ]);
}

/** What is written of a value, as what it is. CSV says of a moment all that is stored. */
function toCell({ meta }: SheetColumn, written: string | number): SheetCell {
  if (typeof written === 'number' || written === '') return written;
  switch (meta.widget) {
    case 'date':
      return { day: written };
    case 'date-time':
      return { at: written, text: written };
    default:
      return written;
  }
}

/** All records that a query finds: a row for each, a column for each field. */
export async function exportTable(reader: Reader, query: ExportQuery): Promise<Result<SheetTable>> {
  const pages = await readPages(reader, query);
  if (!pages.ok) return pages;
  const { value } = pages;
  const columns = listSheetColumns(getKind(query.kind));
  const words = new CellNames(reader.client);
  async function* rows() {
    for await (const records of value) yield await readLines(words, columns, records);
  }
  return ok({
    title: capital(getKindNames(query.kind).many),
    columns: [
      { label: idHeading, holds: 'number' },
      ...columns.map(({ label, meta }) => ({ label, holds: getHolding(meta) })),
    ],
    rows: rows(),
  });
}

function getHolding({ widget }: SheetColumn['meta']): Holding {
  switch (widget) {
    case 'number':
    case 'coordinate':
      return 'number';
    case 'date':
      return 'day';
    case 'date-time':
      return 'moment';
    default:
      return 'text';
  }
}

/** The same with everything that a record has, as JSON, in parts. */
export async function exportJson(
  reader: Reader,
  query: ExportQuery,
): Promise<Result<AsyncGenerator<string, void, undefined>>> {
  const pages = await readPages(reader, query);
  if (!pages.ok) return pages;
  const { value } = pages;
  async function* parts() {
    yield `{"kind":${JSON.stringify(query.kind)},"records":[`;
    let separator = '\n';
    for await (const records of value) {
      for (const { id, data } of records) {
        yield `${separator}${JSON.stringify({ ...data, id })}`;
        separator = ',\n';
      }
    }
    yield '\n]}\n';
  }
  return ok(parts());
}
