import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isAltered } from '#domain/text/altered-text.ts';
import { getKind } from '#kinds/kinds.ts';
import { type SheetColumn, listSheetColumns } from '#schema/sheet-columns.ts';
import { readDateCell, readNumberCell, unknownFormat } from '#schema/written-cell.ts';
import { decodeText, detectEncoding } from './detect-encoding.ts';
import { guessSeparator, readTable } from './read-sheet.ts';

/** What programs have written, as docs/importing-tables.md lists it: `tests/fixtures/tables` has their files byte for byte. */
const programs = [
  { heading: 'Germany', file: 'germany', encoding: 'windows-1252', separator: ';' },
  { heading: 'United States', file: 'united-states', encoding: 'windows-1252', separator: ',' },
  { heading: 'Japan', file: 'japan', encoding: 'shift_jis', separator: ',' },
  { heading: 'China', file: 'china', encoding: 'gb18030', separator: ',' },
  { heading: 'Korea', file: 'korea', encoding: 'euc-kr', separator: ',' },
  { heading: 'Gnumeric', file: 'gnumeric', encoding: 'utf-8', separator: ',' },
] as const;

const root = new URL('../../../', import.meta.url);

function tableOf(file: string) {
  const bytes = new Uint8Array(readFileSync(new URL(`tests/fixtures/tables/${file}.csv`, root)));
  const { encoding, isSure } = detectEncoding(bytes);
  const text = decodeText(bytes, encoding);
  const { separator } = guessSeparator(text, []);
  const read = readTable(text, separator);
  if (!read.ok) throw new Error(read.message);
  return { encoding, isSure, separator, rows: read.value.rows };
}

/** The rows of a table of the page, cell by cell, without marks. */
function documented(heading: string): string[][] {
  const page = readFileSync(new URL('docs/importing-tables.md', root), 'utf8');
  const table = page.split(`\n${heading}\n`)[1]?.match(/(?:^\|.*\|\n)+/m)?.[0] ?? '';
  const { data } = Papa.parse<string[]>(table.trimEnd(), { delimiter: '|', quoteChar: '\u0000', newline: '\n' });
  return data.map((cells) => cells.slice(1, -1).map((cell) => cell.trim()));
}

function columnOf(kind: 'inventory_item' | 'stock_quote', key: string): SheetColumn {
  const column = listSheetColumns(getKind(kind)).find((one) => one.key === key);
  if (!column) throw new Error(key);
  return column;
}

/** What comes of a cell that stands alone: where nothing else in the table says how it is meant. */
function outcomeOf(meantAs: string, typed: string, written: string): string {
  switch (meantAs) {
    case 'text':
      return written === typed ? 'same' : isAltered(written, typed) ? 'kept' : 'changed';
    case 'whole':
      return readOutcome(columnOf('inventory_item', 'quantity'), written);
    case 'number':
      return readOutcome(columnOf('stock_quote', 'close'), written);
    default:
      return readOutcome(columnOf('stock_quote', 'day'), written);
  }
}

function readOutcome(column: SheetColumn, written: string): string {
  const read =
    column.meta.widget === 'date'
      ? readDateCell(column, written, unknownFormat)
      : readNumberCell(column, written, unknownFormat);
  if (!read.ok) return read.message.includes('may be') ? 'asked' : 'refused';
  const { value } = read;
  const isRead = (typeof value === 'number' || typeof value === 'string') && z.safeParse(column.schema, value).success;
  return isRead ? String(value) : 'refused';
}

describe.each(programs)('the file of $heading', ({ heading, file, encoding, separator }) => {
  it('is understood', () => {
    expect(tableOf(file)).toMatchObject({ encoding, isSure: true, separator });
  });

  it('has in it what the page says, and becomes what the page says', () => {
    const [headings = [], , ...rows] = documented('## What programs write');
    const at = headings.indexOf(heading);
    const read = tableOf(file).rows.map(({ cells: [meantAs = '', written = ''] }, index) => {
      const typed = rows[index]?.[0]?.slice(1, -1) ?? '';
      return `\`${written}\` ${outcomeOf(meantAs, typed, written)}`;
    });
    expect(rows.map((row) => row[at])).toEqual(read);
    expect(rows.map((row) => row[1])).toEqual(tableOf(file).rows.map(({ cells }) => cells[0]));
    expect(rows.length).toBeGreaterThanOrEqual(40);
  });
});

it('what Excel is documented to write is recognised as the page says', () => {
  const [, , ...rows] = documented('## What Excel is documented to do');
  const read = rows.map(([typed = '', written = '']) => outcomeOf('text', typed.slice(1, -1), written.slice(1, -1)));
  expect(rows.map((row) => row[2])).toEqual(read);
  expect(rows.length).toBeGreaterThan(0);
});
