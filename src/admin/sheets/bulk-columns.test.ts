import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readCell } from '#content/spreadsheet/read-cell.ts';
import { getKind } from '#kinds/kinds.ts';
import { listedKinds } from '#kinds/registry.ts';
import { requiredMessage } from '#schema/fields.ts';
import { listSheetColumns } from '#schema/sheet-columns.ts';
import { bulkColumns, problemOfValue } from './bulk-columns.ts';

const column = (kind: Parameters<typeof getKind>[0], key: string) => {
  const found = listSheetColumns(getKind(kind)).find((one) => one.key === key);
  if (!found) throw new Error(`${kind} has no column ${key}`);
  return found;
};

describe('a field that many records get one value of', () => {
  it.each(listedKinds)('is none of %s that no two may share, or that they are known by', (name) => {
    const kind = getKind(name);
    const keys = bulkColumns(kind).map(({ key }) => key);
    for (const field of [...kind.unique, kind.label]) expect(keys).not.toContain(field);
  });

  it('is neither the name, the slug nor the order code of products, and is whatever they may share', () => {
    const keys = bulkColumns(getKind('product')).map(({ key }) => key);
    for (const own of ['name', 'slug', 'order_code']) expect(keys).not.toContain(own);
    expect(keys).toEqual(expect.arrayContaining(['status', 'series', 'localized.en.tagline', 'is_published']));
    expect(bulkColumns(getKind('article')).map(({ key }) => key)).not.toContain('localized.en.title');
  });

  it('takes no empty value where one is required', () => {
    for (const name of listedKinds) {
      for (const each of bulkColumns(getKind(name))) {
        // What a table with an empty cell would be refused for.
        const read = readCell(each, '', () => undefined);
        const isTaken = read.ok && z.safeParse(each.schema, read.value).success;
        expect(problemOfValue(each, '') === null, `${name} ${each.key}`).toBe(isTaken);
      }
    }
    expect(problemOfValue(column('product', 'status'), '')).toBe(requiredMessage);
    expect(problemOfValue(column('product', 'localized.en.tagline'), ' ')).toBe(requiredMessage);
    expect(problemOfValue(column('product', 'product_class'), '')).toBeNull();
    expect(problemOfValue(column('product', 'documents'), '')).toBeNull();
  });

  it('is read as a cell of a table is, before twenty rows are', () => {
    expect(problemOfValue(column('inventory_item', 'quantity'), 'many')).toMatch(/is no number/);
    expect(problemOfValue(column('inventory_item', 'quantity'), '1.000')).toMatch(/may be 1 or 1000/);
    expect(problemOfValue(column('inventory_item', 'quantity'), '12')).toBeNull();
    expect(problemOfValue(column('event', 'starts_at'), 'soon')).not.toBeNull();
    expect(problemOfValue(column('event', 'time_zone'), 'Zurich time')).toMatch(/written like Europe\/Zurich/);
    expect(problemOfValue(column('product', 'series'), 'whatever it is called')).toBeNull();
  });
});
