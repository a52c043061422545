import { describe, expect, it } from 'vitest';
import { sheetLimits } from '#domain/spreadsheet.ts';
import { kindOf } from '#kinds/kinds.ts';
import { columnsOf } from '#schema/sheet-columns.ts';
import { decodeText, guessColumns, linesOf, problemOfFile, readRecords, readTable } from './read-sheet.ts';

const codesOf = (text: string) => Array.from(text, (character) => character.charCodeAt(0));
const utf16 = (text: string, isLittle: boolean, hasMark: boolean) => {
  const units = codesOf(hasMark ? `\uFEFF${text}` : text);
  return new Uint8Array(units.flatMap((unit) => (isLittle ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])));
};

describe('a file is decoded', () => {
  const text = 'Name;Zürich\n';
  it.each([
    ['UTF-8', new TextEncoder().encode(text)],
    ['UTF-8 with a mark', new TextEncoder().encode(`\uFEFF${text}`)],
    ['Windows-1252', new Uint8Array(codesOf(text))],
    ['UTF-16 little', utf16(text, true, true)],
    ['UTF-16 big', utf16(text, false, true)],
    ['UTF-16 without a mark', utf16(text, true, false)],
  ])('of %s', (_, bytes) => {
    expect(decodeText(bytes).replace('\uFEFF', '')).toBe(text);
  });
});

describe('a table', () => {
  it.each([',', ';', '\t', '|'])('is separated by %j', (separator) => {
    const read = readTable([`Id${separator}Name`, `1${separator}"a\n""b"""`, '', `2${separator}c`].join('\n'));
    expect(read).toEqual({
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
    expect(readTable(text)).toMatchObject({ ok: false, message: expect.stringMatching(/\.$/) });
  });

  it('with as many rows as are imported is read', () => {
    expect(readTable(`Id\n${'1\n'.repeat(sheetLimits.rows)}`).ok).toBe(true);
  });
});

it('a file that is too large is not read', () => {
  expect(problemOfFile({ size: sheetLimits.bytes })).toBeNull();
  expect(problemOfFile({ size: sheetLimits.bytes + 1 })).toContain('MB');
});

it('headings mean columns by their names or keys, each once; others mean none', () => {
  const columns = columnsOf(kindOf('tag'));
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
  const read = readTable('Id,Other,Slug\n1,x,air\n2\n');
  expect(read.ok && linesOf(read.value, ['id', null, 'slug'])).toEqual([
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
