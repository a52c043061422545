import { expect, it } from 'vitest';
import { guessColumns, pickLines, readTable } from '#admin/sheets/read-sheet.ts';
import { getKind } from '#kinds/kinds.ts';
import { listSheetColumns } from '#schema/sheet-columns.ts';
import { formatTable } from './format-table.ts';

const faq = getKind('faq');

it('is read by an import as what the list shows', () => {
  const columns = listSheetColumns(faq).slice(0, 2);
  const text = formatTable(
    faq,
    [...columns.map(({ key }) => key), 'no such column'],
    [{ id: 7, values: { [columns[0]!.key]: 'One\ttab, "quoted"', [columns[1]!.key]: '=1+1' } }],
  );
  const read = readTable(text, '\t');
  if (!read.ok) throw new Error(read.message);
  const keys = guessColumns(read.value.headings, listSheetColumns(faq));
  expect(pickLines(read.value, keys)[0]?.cells).toEqual({
    id: '7',
    [columns[0]!.key]: 'One\ttab, "quoted"',
    // Not a formula in a spreadsheet; an import takes the apostrophe away.
    [columns[1]!.key]: "'=1+1",
  });
});
