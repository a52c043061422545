import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeWorkbook } from '#content/spreadsheet/write-workbook.ts';
import type { SheetCell, SheetTable } from '#domain/spreadsheets/spreadsheet.ts';
import { injectionStrings } from '../fixtures/injection-strings.ts';
import { convertByGnumeric, hasGnumeric } from '../fixtures/spreadsheet-programs.ts';

/** Workbooks, as a spreadsheet program opens them. */
const isInstalled = hasGnumeric();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'workbooks-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function* inParts(rows: readonly (readonly SheetCell[])[], size = 7) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

function tableOf(rows: readonly (readonly SheetCell[])[], title = 'Products'): SheetTable {
  const columns = (rows[0] ?? []).map((_, index) => ({
    label: ['Code', 'Day', 'Moment'][index] ?? '',
    holds: 'text' as const,
  }));
  return { title, columns, rows: inParts(rows) };
}

async function opened(table: SheetTable, ending: string, format?: string): Promise<string> {
  const [from, to] = [path.join(folder, 'table.xlsx'), path.join(folder, `table.${ending}`)];
  await writeFile(from, writeWorkbook(table));
  convertByGnumeric(from, to, format);
  return readFileSync(to, 'utf8');
}

/** What programs change where it is typed, or stands in CSV. */
const lookAlikes = [
  '007 1E5 1e400 3/4 10-11 1.10 1.000 1,5 12:30 2026-11-29 29.11.2026 TRUE wahr #N/A 9007199254740993 +41442221133 -5',
  '=1+1 =HYPERLINK("//evil.example") @SUM(A1) |x %1 \'quoted 50% € $5 0x10 Mar-1 １２ ﹦1',
].flatMap((line) => line.split(' '));
const texts = [
  ...lookAlikes,
  ...injectionStrings,
  ' two  blanks ',
  'two\nlines\n',
  'a\ttab',
  'が ﷽ 𝔸 👩‍👩‍👧',
  'x'.repeat(300),
  'y'.repeat(32_767),
];

describe.runIf(isInstalled)('a workbook', () => {
  it('has every text as it is, and no formula', async () => {
    const plain = texts.filter((text) => !/[^\P{Cc}\t\n]|[\uFFFE\uFFFF]|\p{Cs}/u.test(text));
    expect(plain.length).toBeGreaterThan(100);
    const rows = plain.map((text) => [text]);
    const { data } = Papa.parse<string[]>(await opened(tableOf(rows), 'csv'));
    expect(data.slice(1, plain.length + 1)).toEqual(rows);
    const xml = await opened(tableOf(rows), 'xml', 'Gnumeric_XmlIO:sax:0');
    const types = [...xml.matchAll(/<gnm:Cell [^>]*>/g)].map(([cell]) => /ValueType="(\d+)"/.exec(cell)?.[1]);
    // 60 is a text; a formula has no type.
    expect(types).toEqual(['60', ...plain.map(() => '60')]);
  });

  it('has numbers, days and moments as what they are', async () => {
    const rows = [
      [12.5, { day: '2026-11-29' }, { at: '2026-07-01T22:30:05Z', text: '' }],
      [-3, { day: '1900-03-01' }, { at: '2026-11-29T14:05:06.000Z', text: '' }],
    ];
    const xml = await opened(tableOf(rows), 'xml', 'Gnumeric_XmlIO:sax:0');
    // 40 is a number, as which programs keep days and moments too.
    expect([...xml.matchAll(/<gnm:Cell [^>]*ValueType="(\d+)"/g)].slice(3).map(([, type]) => type)).toEqual(
      rows.flat().map(() => '40'),
    );
    // Gnumeric writes into CSV as it likes whatever has the format of a day, and other numbers as they are.
    const { data } = Papa.parse<string[]>(await opened(tableOf(rows), 'csv'));
    expect(data.slice(1, 3)).toEqual([
      // By clocks at the company.
      ['12.5', '2026/11/29', '2026/07/02 00:30:05'],
      ['-3', '1900/03/01', '2026/11/29 15:05:06'],
    ]);
  });

  it('says of a day or a moment that it cannot hold what CSV says', async () => {
    const rows = [
      [{ day: '1899-12-31' }],
      [{ day: 'soon' }],
      // Clocks show this hour twice.
      [{ at: '2026-10-25T00:30:00Z', text: '2026-10-25T00:30:00Z' }],
      [{ at: '2026-11-29T14:05:06.123456Z', text: '2026-11-29T14:05:06.123456Z' }],
    ];
    const { data } = Papa.parse<string[]>(await opened(tableOf(rows), 'csv'));
    expect(data.slice(1, 5).flat()).toEqual([
      '1899-12-31',
      'soon',
      '2026-10-25T00:30:00Z',
      '2026-11-29T14:05:06.123456Z',
    ]);
  });

  it.each([
    '',
    "'",
    'A [form]: with / a \\ name? *',
    'x'.repeat(200),
    '電気'.repeat(30),
    '👩‍👩‍👧'.repeat(20),
    'a\u0000b & <c>',
  ])('has a sheet where its table is called %j', async (title) => {
    const { data } = Papa.parse<string[]>(await opened(tableOf([['007']], title), 'csv'));
    expect(data.slice(0, 2)).toEqual([['Code'], ['007']]);
  });

  it('cuts a text that no cell takes, and says so in it', async () => {
    const [, [cut = ''] = []] = Papa.parse<string[]>(await opened(tableOf([['😀'.repeat(20_000)]]), 'csv')).data;
    expect(cut).toHaveLength(32_767);
    expect(cut).toMatch(/^😀.*CSV and JSON have all of it\.\)$/su);
  });
});

it('ends the reading of rows when nobody reads the workbook any more', async () => {
  let [hasBegun, hasEnded] = [false, false];
  async function* endless() {
    try {
      hasBegun = true;
      for (;;) yield [['a row'.repeat(1000)]];
    } finally {
      hasEnded = true;
    }
  }
  const workbook = writeWorkbook({ title: 'Endless', columns: [{ label: 'Row', holds: 'text' }], rows: endless() });
  for await (const _ of workbook) if (hasBegun) break;
  await expect.poll(() => hasEnded).toBe(true);
});

it('fails with what its rows fail with', async () => {
  async function* failing(): AsyncGenerator<SheetCell[][], void, undefined> {
    yield [['one']];
    throw new Error('The database is gone');
  }
  const workbook = writeWorkbook({ title: 'Failing', columns: [{ label: 'Row', holds: 'text' }], rows: failing() });
  await expect(Array.fromAsync(workbook)).rejects.toThrow('The database is gone');
});
