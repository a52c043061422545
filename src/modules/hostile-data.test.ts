import { describe, expect, it } from 'vitest';
import { problemOfSize } from '#domain/values/json-limits.ts';
import { listInputPlaces } from '../../tests/fixtures/input-places.ts';
import { strangeValues } from '../../tests/fixtures/strange-values.ts';
import { getDefinition, registeredTypes } from './definitions.ts';
import { parseData } from './parse-data.ts';

describe.each(registeredTypes)('%s', (type) => {
  const { schema, version, defaults } = getDefinition(type);
  const places = listInputPlaces(schema, defaults);

  it('refuses any value at any field, or can read again what it accepted', () => {
    expect(places.length).toBeGreaterThan(1);
    for (const { path, put } of places) {
      for (const [what, value] of strangeValues) {
        const parsed = parseData(type, version, put(value));
        if (!parsed.ok) continue;
        const label = `${path.join('.')}: ${what}`;
        expect(problemOfSize(parsed.value), label).toBeNull();
        expect(parseData(type, version, parsed.value), label).toEqual(parsed);
      }
    }
  });
});
