import { Readable } from 'node:stream';
import type { CsvDialect } from '#domain/spreadsheets/csv-dialect.ts';
import type { TableFormat } from '#domain/spreadsheets/export-formats.ts';
import { type SheetTable, csvLine } from '#domain/spreadsheets/spreadsheet.ts';
import { writeWorkbook } from './write-workbook.ts';

/** A table as a file that is written while its rows are read. */
export function writeTable(table: SheetTable, format: TableFormat, dialect?: CsvDialect): Readable {
  return format === 'xlsx' ? writeWorkbook(table) : Readable.from(writeCsv(table, dialect), { objectMode: false });
}

async function* writeCsv({ columns, rows }: SheetTable, dialect?: CsvDialect): AsyncGenerator<string, void, undefined> {
  const heads = columns.map(({ label }) => label);
  // Spreadsheets read a file without a byte order mark in the legacy encoding of their machine.
  yield `\uFEFF${csvLine(heads, dialect)}`;
  for await (const part of rows) yield part.map((cells) => csvLine(cells, dialect)).join('');
}
