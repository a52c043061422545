import { expect, it } from 'vitest';
import { guessColumns, linesOf, readTable } from '#admin/sheets/read-sheet.ts';
import { kindOf } from '#kinds/kinds.ts';
import { columnsOf } from '#schema/sheet-columns.ts';
import { tableOf } from './table-of-rows.ts';

const faq = kindOf('faq');

it('is read by an import as what the list shows', () => {
  const columns = columnsOf(faq).slice(0, 2);
  const text = tableOf(
    faq,
    [...columns.map(({ key }) => key), 'no such column'],
    [{ id: 7, values: { [columns[0]!.key]: 'One\ttab, "quoted"', [columns[1]!.key]: '=1+1' } }],
  );
  const read = readTable(text, '\t');
  if (!read.ok) throw new Error(read.message);
  const keys = guessColumns(read.value.headings, columnsOf(faq));
  expect(linesOf(read.value, keys)[0]?.cells).toEqual({
    id: '7',
    [columns[0]!.key]: 'One\ttab, "quoted"',
    // Not a formula in a spreadsheet; an import takes the apostrophe away.
    [columns[1]!.key]: "'=1+1",
  });
});
