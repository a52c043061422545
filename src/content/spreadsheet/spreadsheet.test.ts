import { describe, expect, it } from 'vitest';
import { getKind } from '#kinds/kinds.ts';
import { listedKinds } from '#kinds/registry.ts';
import { listSheetColumns, idHeading } from '#schema/sheet-columns.ts';
import { writeCell } from './cells.ts';

describe.each(listedKinds)('the columns of %s', (kind) => {
  it('have headings that differ, and lead to fields of its records', () => {
    const columns = listSheetColumns(getKind(kind));
    const headings = [idHeading, ...columns.map(({ label }) => label)];
    expect(new Set(headings).size).toBe(headings.length);
    for (const { path } of columns) expect(Object.keys(getKind(kind).schema.shape)).toContain(path[0]);
  });
});

it('a text has a column for each language', () => {
  expect(listSheetColumns(getKind('product')).map(({ label }) => label)).toEqual(
    expect.arrayContaining(['Name', 'Series', 'Tagline (English)', 'Tagline (Japanese)']),
  );
});

it('what machines know of a file is no column, and stock is one', () => {
  expect(listSheetColumns(getKind('image')).map(({ key }) => key)).not.toContain('width');
  expect(listSheetColumns(getKind('inventory_item')).map(({ key }) => key)).toEqual(
    expect.arrayContaining(['quantity', 'as_of']),
  );
});

it('cells say choices and records in words', () => {
  const cell = (key: string, value: string | number | boolean | null | number[] | string[]) => {
    const column = listSheetColumns(getKind('product')).find((each) => each.key === key);
    return column && writeCell(column, value, (kind, id) => `${kind}-${id}`);
  };
  expect(cell('product_class', 'evaluation_kit')).toBe('Evaluation kit');
  expect(cell('series', 3)).toBe('series-3');
  expect(cell('related', [1, 2])).toBe('product-1; product-2');
  expect(cell('sites', ['main', 'automotive'])).toBe('main, automotive');
  expect(cell('is_published', false)).toBe('no');
  expect(cell('position', 0)).toBe(0);
  expect(cell('publish_from', null)).toBe('');
});
