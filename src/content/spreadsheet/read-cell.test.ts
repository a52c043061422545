import { expect, it } from 'vitest';
import { getKind } from '#kinds/kinds.ts';
import { listSheetColumns } from '#schema/sheet-columns.ts';
import { type CellFormat, unknownFormat } from '#schema/written-cell.ts';
import { readCell } from './read-cell.ts';

type Kinds = 'product' | 'inventory_item' | 'location' | 'event' | 'stock_quote';
function read(key: string, cell: string, kind: Kinds = 'product', format: Partial<CellFormat> = {}): unknown {
  const column = listSheetColumns(getKind(kind)).find((each) => each.key === key);
  if (!column) throw new Error(key);
  const found = readCell(column, cell, (_, word) => (word.startsWith('s') ? word.length : undefined), {
    ...unknownFormat,
    ...format,
  });
  return found.ok ? found.value : { refused: found.message };
}
const refused = { refused: expect.any(String) };

it.each([
  ['position', '12', 12],
  ['position', ' 1’234 ', 1234],
  ['position', '1,5', 1.5],
  ['position', '1,234', refused],
  ['position', '=1+1', refused],
  ['position', '0x10', refused],
  ['is_published', 'ja', true],
  ['is_published', 'FALSE', false],
  ['is_published', 'perhaps', refused],
  ['product_class', 'evaluation KIT', 'evaluation_kit'],
  ['product_class', '', null],
  ['product_class', 'Spaceship', refused],
  ['series', 'sht', 3],
  ['series', 'unknown', refused],
  ['related', 'sa; sab', [2, 3]],
  ['sites', 'main, automotive', ['main', 'automotive']],
  ['name', '=HYPERLINK("x")', '=HYPERLINK("x")'],
  ['publish_from', '', null],
])('%s of %j', (key, cell, value) => {
  expect(read(key, cell)).toEqual(value);
});

it.each([
  ['quantity', '1.000', 'inventory_item', {}, { refused: expect.stringContaining('may be 1 or 1000') }],
  ['quantity', '1,000', 'inventory_item', {}, { refused: expect.stringContaining('may be 1000 or 1') }],
  ['quantity', '12.500', 'inventory_item', {}, { refused: expect.stringContaining('may be 12.5 or 12500') }],
  ['quantity', '1.000', 'inventory_item', { decimal: ',' }, 1000],
  ['quantity', '1.000', 'inventory_item', { decimal: '.' }, { refused: expect.stringContaining('Write 1, or 1000') }],
  ['quantity', '1.000,5', 'inventory_item', { decimal: '.' }, refused],
  ['close', '12.500', 'stock_quote', {}, refused],
  ['close', '12.500', 'stock_quote', { decimal: '.' }, 12.5],
  ['close', '12.345', 'stock_quote', {}, refused],
  ['longitude', '8.541', 'location', {}, 8.541],
  ['longitude', '8,541', 'location', {}, 8.541],
  ['day', '29.11.2026', 'stock_quote', {}, '2026-11-29'],
  ['day', '2026年11月29日', 'stock_quote', {}, '2026-11-29'],
  ['day', '2026-11-29T00:00:00Z', 'stock_quote', {}, '2026-11-29'],
  ['day', '2026-11-29 00:00:00', 'stock_quote', {}, '2026-11-29'],
  ['day', '2026-11-29 09:00:00', 'stock_quote', {}, refused],
  ['day', '03/04/2026', 'stock_quote', {}, { refused: expect.stringContaining('2026-04-03 or 2026-03-04') }],
  ['day', '03/04/2026', 'stock_quote', { dates: 'month-first' }, '2026-03-04'],
  ['day', '29/11/2026', 'stock_quote', { dates: 'month-first' }, refused],
  ['day', '46355', 'stock_quote', {}, { refused: expect.stringContaining('2026-11-29') }],
  ['starts_at', '2026-03-01T09:00:00Z', 'event', {}, '2026-03-01T09:00:00Z'],
  ['starts_at', '2026-03-01T09:00:00.123456+01:00', 'event', {}, '2026-03-01T09:00:00.123456+01:00'],
  ['starts_at', '01.03.2026 09:00', 'event', { zone: 'Europe/Zurich' }, '2026-03-01T08:00:00.000Z'],
  ['starts_at', '01.03.2026 09:00', 'event', {}, { refused: expect.stringContaining('no time zone') }],
  ['starts_at', '29.03.2026 02:30', 'event', { zone: 'Europe/Zurich' }, { refused: expect.stringContaining('skip') }],
  ['starts_at', '25.10.2026 02:30', 'event', { zone: 'Europe/Zurich' }, { refused: expect.stringContaining('twice') }],
  ['starts_at', '2026-03-01', 'event', { zone: 'Europe/Zurich' }, refused],
  ['name', '#NAME?', 'product', {}, { refused: expect.stringContaining('error of the spreadsheet') }],
  ['name', '########', 'product', {}, refused],
] as const)('%s of %j in %s, written with %j', (key, cell, kind, format, value) => {
  expect(read(key, cell, kind, format)).toEqual(value);
});

it('a text becomes paragraphs where it is formatted', () => {
  expect(read('localized.en.description', 'One\n\nTwo')).toEqual({
    type: 'doc',
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: 'One' }] },
      { type: 'paragraph', content: [{ type: 'text', text: 'Two' }] },
    ],
  });
});
