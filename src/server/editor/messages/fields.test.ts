import { readFile, readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { kinds } from '#kinds/kinds.ts';
import { kindNames } from '#kinds/registry.ts';
import { describeFields, describePart, getLabel, getMeaning, describeSubject } from './fields.ts';

const folder = new URL('../../../../supabase/schemas/', import.meta.url);
const nobody = () => undefined;

/** The tables whose changes receipts tell, as the schema names them. */
async function recordedTables(): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql'));
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')));
  return texts.flatMap((text) =>
    [...text.matchAll(/^select private\.watch_(?:table|rows)\('(\w+)'/gm)].flatMap(([, name]) => name ?? []),
  );
}

describe('changes in words', () => {
  it('know what every table holds whose changes are recorded', async () => {
    const tables = await recordedTables();
    expect(tables.length).toBeGreaterThan(40);
    // Stories in groups are told with their group.
    const unknown = tables.filter((table) => getMeaning(table) === null);
    expect(unknown).toEqual([]);
  });

  it('name the fields of every kind as its form does', () => {
    for (const kind of kindNames) {
      const { schema, derived, machineWritten, besides } = kinds[kind];
      for (const field of Object.keys(schema.shape)) {
        if (['kind', 'id', 'localized'].includes(field) || field in derived || besides.has(field)) continue;
        if (machineWritten.includes(field)) continue;
        expect(getLabel(kind, field), `${kind}.${field}`).not.toBe('');
      }
    }
  });

  it.each(['toString', 'constructor', '__proto__', 'hasOwnProperty', 'valueOf'])(
    'tell a field called %s, which every object has and no form',
    (name) => {
      const after = JSON.parse(`{"${name}": "x", "localized/en/${name}": "y", "localized": {"${name}": {"a": 1}}}`);
      const told = describeFields('tag', { before: {}, after }, nobody);
      expect(told.map(({ after: now }) => now)).toEqual(['x', 'y', expect.stringContaining('1')]);
    },
  );

  it('tell a text of a language with the language', () => {
    const change = { before: { 'localized/de/name': 'Luft' }, after: { 'localized/de/name': '空気' } };
    expect(describeFields('tag', change, nobody)).toEqual([
      { label: 'Name', locale: 'de', before: 'Luft', after: '空気' },
    ]);
  });

  it('tell records by their names, choices by their labels, and nothing of what machines write', () => {
    const nameOf = (kind: string, id: string) => (kind === 'series' ? `Series ${id}` : undefined);
    const change = {
      before: { series_id: 1, status: 'active', version: 1 },
      after: { series_id: 2, status: 'obsolete', version: 2 },
    };
    expect(describeFields('product', change, nameOf)).toEqual([
      { label: 'Series', locale: null, before: 'Series 1', after: 'Series 2' },
      { label: 'Status', locale: null, before: 'Active', after: 'Obsolete' },
    ]);
  });

  it('tell what machines write where the list of the kind shows it', () => {
    const change = { before: { quantity: 812, as_of: '2026-01-01' }, after: { quantity: 1000, as_of: '2026-01-02' } };
    expect(describeFields('inventory_item', change, nobody)).toEqual([
      { label: 'Quantity', locale: null, before: '812', after: '1,000' },
    ]);
  });

  it('name a record that is gone by its own words', () => {
    expect(
      describeSubject('tag', { ref: '3', before: { slug: 'air', 'localized/en/name': 'Air' }, after: null }, nobody),
    ).toBe('Tag “Air”');
    expect(describeSubject('tag', { ref: '3', before: null, after: null }, nobody)).toBe('Tag');
  });
});

describe('a row of a part of a record', () => {
  const nameOf = (kind: string, id: string) => `${kind} ${id}`;

  it('names its values, and neither the record nor the order', () => {
    const row = { product_id: 7, property_id: 3, value_number: 0, value_max: 100, position: 2 };
    expect(describePart('product', row, nameOf)).toBe('Property: property 3, Value: 0, Highest value: 100');
    const words = { product_id: 7, property_id: 3, 'localized/de/text': 'Edelstahl' };
    expect(describePart('product', words, nameOf)).toBe('Property: property 3, Text (German): Edelstahl');
  });

  it('is its one value where it has no other', () => {
    expect(describePart('product', { product_id: 7, image_id: 5, video_url: null, position: 0 }, nameOf)).toBe(
      'image 5',
    );
    expect(describePart('product', { product_id: 7, document_id: 9, position: 1 }, nameOf)).toBe('document 9');
  });
});
