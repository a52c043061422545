import { describe, expect, it } from 'vitest';
import { problemOfSize } from '#domain/values/json-limits.ts';
import { placesOf } from '../../tests/fixtures/input-places.ts';
import { strangeValues } from '../../tests/fixtures/strange-values.ts';
import { definitionOf, registeredTypes } from './definitions.ts';
import { parseData } from './parse-data.ts';

describe.each(registeredTypes)('%s', (type) => {
  const { schema, version, defaults } = definitionOf(type);
  const places = placesOf(schema, defaults);

  it('refuses any value at any field, or can read again what it accepted', () => {
    expect(places.length).toBeGreaterThan(1);
    for (const { path, put } of places) {
      for (const [what, value] of strangeValues) {
        const parsed = parseData(type, version, put(value));
        if (!parsed.ok) continue;
        const said = `${path.join('.')}: ${what}`;
        expect(problemOfSize(parsed.value), said).toBeNull();
        expect(parseData(type, version, parsed.value), said).toEqual(parsed);
      }
    }
  });
});
