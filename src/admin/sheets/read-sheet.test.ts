import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { getKeys } from '#domain/objects.ts';
import { sheetLimits } from '#domain/spreadsheets/spreadsheet.ts';
import { getKind } from '#kinds/kinds.ts';
import { listSheetColumns } from '#schema/sheet-columns.ts';
import {
  findBroken,
  guessColumns,
  guessSeparator,
  pickLines,
  problemOfSize,
  readBytes,
  readRecords,
  readTable,
  separators,
} from './read-sheet.ts';

const columns = listSheetColumns(getKind('tag'));

describe('a table', () => {
  it.each(
    getKeys(separators).flatMap((separator) =>
      ['\n', '\r\n', '\r'].map((lineBreak) => [separator, lineBreak] as const),
    ),
  )('is separated by %j, with lines that end with %j', (separator, lineBreak) => {
    const text = [`Id${separator}Name`, `1${separator}"a\n""b"""`, '', `2${separator}c`].join(lineBreak);
    expect(guessSeparator(text, columns)).toEqual({ separator, isSure: true });
    expect(readTable(text, separator)).toEqual({
      ok: true,
      value: {
        headings: ['Id', 'Name'],
        rows: [
          { row: 2, cells: ['1', 'a\n"b"'] },
          { row: 4, cells: ['2', 'c'] },
        ],
      },
    });
  });

  it.each([
    ['nothing', ''],
    ['headings alone', 'Id,Name\n'],
    ['no headings', ',,\n1,2,3\n'],
    ['an open quotation mark', 'Id,Name\n1,"a\n'],
    ['too many rows', `Id\n${'1\n'.repeat(sheetLimits.rows + 1)}`],
    ['a million rows', `Id\n${'1\n'.repeat(1_000_000)}`],
    ['too many columns', `${'a,'.repeat(sheetLimits.columns + 1)}\n1\n`],
  ])('with %s is refused in a sentence', (_, text) => {
    expect(readTable(text, ',')).toMatchObject({ ok: false, message: expect.stringMatching(/\.$/) });
  });

  it('with as many rows as are imported is read', () => {
    expect(readTable(`Id\n${'1\n'.repeat(sheetLimits.rows)}`, ',').ok).toBe(true);
  });
});

describe('what is between cells', () => {
  it.each([
    ['sep=;\nSlug;Name\na;b\n', ';'],
    ['\uFEFF"sep=|"\r\nSlug|Name, first\r\na|b, c\r\n', '|'],
    // The names that are known tell more than the number of signs.
    ['Slug;Name (English);Notes, wishes, ideas\na;b;c\n', ';'],
    ['Slug,"Name; first",Colour\na,b,c\n', ','],
  ])('of %j is %j', (text, separator) => {
    expect(guessSeparator(text, columns)).toEqual({ separator, isSure: true });
  });

  it('is not in the names of columns where the first line says it', () => {
    expect(readTable('sep=;\nSlug;Name\na;b\n', ';')).toEqual({
      ok: true,
      value: { headings: ['Slug', 'Name'], rows: [{ row: 2, cells: ['a', 'b'] }] },
    });
  });

  it('is asked where two signs make the same sense', () => {
    expect(guessSeparator('One;Two, three\na;b, c\n', columns).isSure).toBe(false);
  });

  it.each([
    ['Slug;Name;Colour\na;b;c\nd,e,f\n', ';', 'row 3 there are commas'],
    ['Slug,Name,Colour\na,b,c\n\nd;1,5;f\n', ',', 'row 4 there are semicolons'],
    ['Slug,Name\na,1,5\n', ',', 'Row 2 has a cell “5” in column 3'],
    ['Slug,Name\na,"b\nc,d\n', ',', 'opened in row 2'],
  ] as const)('changes in %j: said with its row', (text, separator, announcement) => {
    expect(readTable(text, separator)).toMatchObject({ ok: false, message: expect.stringContaining(announcement) });
  });

  it('may be missing where the last cells are empty', () => {
    expect(readTable('Slug,Name,Colour\na\nb,c,,,\n', ',').ok).toBe(true);
  });
});

describe('what is no text', () => {
  const tableOf = (cell: string) => ({ headings: ['Slug', 'Name'], rows: [{ row: 7, cells: ['a', cell] }] });
  it.each(['Gr\uFFFD\uFFFDe', 'Gr\u0081e', '\uE000', 'a\u0000b', 'a\u001bb'])(
    'as %j is said with its place',
    (cell) => {
      expect(findBroken(tableOf(cell), 'shift_jis')).toContain('Row 7, “Name”');
    },
  );

  it('is not what cells have', () => {
    for (const cell of ['Größe', '温度', 'two\nlines', 'a\tb', '😀', '℃'])
      expect(findBroken(tableOf(cell), 'utf-8')).toBeNull();
  });

  it('is a cell of another encoding', () => {
    expect(findBroken(tableOf('GrÃ¶ÃŸe'), 'windows-1252')).toContain('“Größe” in UTF-8');
  });
});

describe('a file', () => {
  const read = async (...bytes: number[]) => readBytes(new Blob([Uint8Array.from(bytes)]));
  const workbook = [0x50, 0x4b, 3, 4];
  const tooLarge = sheetLimits.bytes + 1;

  it('is named for what it is, with how to make it a table', async () => {
    expect(await read(...workbook, 0)).toMatchObject({ message: expect.stringMatching(/XLSX.*“CSV UTF-8”.*Numbers/) });
    expect(await read(0xd0, 0xcf, 0x11, 0xe0)).toMatchObject({ message: expect.stringMatching(/XLS.*password/) });
    expect(await readBytes(new Blob(['%PDF-1.7']))).toMatchObject({ message: expect.stringContaining('PDF') });
    expect(await readBytes(new Blob(['PK;Name\n']))).toMatchObject({ ok: true });
  });

  it('is not said to be too large where its kind is what is wrong', async () => {
    const large = new Blob([Uint8Array.from(workbook), new Uint8Array(tooLarge)]);
    expect(await readBytes(large)).toMatchObject({ message: expect.stringContaining('XLSX') });
    expect(await readBytes(new Blob([new Uint8Array(tooLarge)]))).toMatchObject({
      message: expect.stringContaining('13 MB'),
    });
  });

  it('that was changed since it was chosen is said to be so', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sheet-'));
    const sheet = path.join(folder, 'list.csv');
    await writeFile(sheet, 'Name\n');
    const chosen = await openAsBlob(sheet);
    await rm(folder, { recursive: true });
    expect(await readBytes(chosen)).toMatchObject({ ok: false, message: expect.stringContaining('folder') });
  });
});

it('a file that is too large is not read', () => {
  expect(problemOfSize(sheetLimits.bytes)).toBeNull();
  expect(problemOfSize(sheetLimits.bytes + 1)).toContain('MB');
});

it('headings mean columns by their names or keys, each once; others mean none', () => {
  expect(guessColumns(['ID', 'slug', 'Name', 'NAME (english)', 'Colour', 'localized.de.name'], columns)).toEqual([
    'id',
    'slug',
    'localized.en.name',
    null,
    null,
    'localized.de.name',
  ]);
});

it('lines have the cells of the columns that are imported', () => {
  const read = readTable('Id,Other,Slug\n1,x,air\n2\n', ',');
  expect(read.ok && pickLines(read.value, ['id', null, 'slug'])).toEqual([
    { row: 2, cells: { id: '1', slug: 'air' } },
    { row: 3, cells: { id: '2' } },
  ]);
});

it('records of JSON are read, and unknown fields named', () => {
  const fields = new Set(['slug']);
  expect(readRecords('{"records":[{"id":1,"kind":"tag","slug":"a","colour":2,"version":3}]}', fields)).toEqual({
    ok: true,
    value: { lines: [{ row: 1, cells: { id: 1, slug: 'a' } }], unknown: ['colour'] },
  });
  for (const text of ['{', '{}', '[]', '[1]', 'null'])
    expect(readRecords(text, fields)).toMatchObject({ ok: false, message: expect.stringMatching(/\.$/) });
});
