import { expect, it } from 'vitest';
import { kindOf } from '#kinds/kinds.ts';
import { columnsOf } from '#schema/sheet-columns.ts';
import { readCell } from './read-cell.ts';

function read(key: string, cell: string, kind: 'product' | 'inventory_item' | 'redirect' = 'product'): unknown {
  const column = columnsOf(kindOf(kind)).find((each) => each.key === key);
  if (!column) throw new Error(key);
  const found = readCell(column, cell, (_, word) => (word.startsWith('s') ? word.length : undefined));
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

it('a text becomes paragraphs where it is formatted', () => {
  expect(read('localized.en.description', 'One\n\nTwo')).toEqual({
    type: 'doc',
    content: [
      { type: 'paragraph', content: [{ type: 'text', text: 'One' }] },
      { type: 'paragraph', content: [{ type: 'text', text: 'Two' }] },
    ],
  });
});
