import { describe, expect, it } from 'vitest';
import { locales } from '#domain/locales.ts';
import { type CatalogType, catalogTypes, definitionOf } from '#modules/catalog.ts';
import { countCharacters } from '#modules/fields.ts';
import { collectReferences } from '#modules/references.ts';
import { type FormField, formFields } from '../form/form-fields.ts';
import type { PickRecord } from './sample-data.ts';
import { statesOf } from './sample-states.ts';

const pick: PickRecord = (_kind, index) => index + 1;
const schemaOf = (type: CatalogType) => definitionOf(type).schema;

/** Every text of data with the limit of its field. */
function limitedTexts(fields: readonly FormField[], data: unknown): { text: string; max: number }[] {
  return fields.flatMap((field) => {
    const value: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, field.name) : undefined;
    if (field.widget === 'group') return limitedTexts(field.fields, value);
    if (field.widget === 'list' && Array.isArray(value))
      return value.flatMap((item) => limitedTexts(field.fields, item));
    const isLimited = (field.widget === 'text' || field.widget === 'long-text') && field.max !== null;
    return isLimited && typeof value === 'string' ? [{ text: value, max: field.max ?? 0 }] : [];
  });
}

describe.each(catalogTypes)('the samples of %s', (type) => {
  const states = statesOf(type);

  it('show it filled in, just added, without optional parts and at its limits, each under a name of its own', () => {
    const keys = states.map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(['usual', 'new', 'longest', 'bare']));
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(states.map(({ name }) => name)).size).toBe(keys.length);
  });

  it('show its lists empty, its slots filled, and each of its choices', () => {
    const definition = definitionOf(type);
    const keys = new Set(states.map(({ key }) => key));
    expect(keys.has('nested')).toBe(definition.slots !== undefined);
    if (definition.lists) expect(keys).toContain('empty');
    for (const field of formFields(definition.schema)) {
      if (field.widget === 'checkbox') expect(keys).toContain(`${field.name}-${field.initial !== true}`);
    }
  });

  it.each(locales)('hold what its schema asks for in %s', (locale) => {
    for (const { key, data } of states) {
      const parsed = schemaOf(type).safeParse(data({ locale, pick }));
      expect(parsed.error?.issues ?? [], key).toEqual([]);
    }
  });

  it('are as long as the limits allow, to the character', () => {
    const longest = states.find(({ key }) => key === 'longest');
    const fields = formFields(schemaOf(type));
    for (const locale of locales) {
      const texts = limitedTexts(fields, longest?.data({ locale, pick }));
      // Codes, numbers and addresses are what they are.
      const worded = texts.filter(({ text, max }) => max > 8 && !/^(OSTR|\+41.*|.*@.*|)$/.test(text));
      for (const { text, max } of worded) expect(countCharacters(text), text).toBe(max);
    }
  });
});

it('point to records only where the pool has some', () => {
  const empty: PickRecord = () => null;
  for (const type of catalogTypes) {
    const data = statesOf(type)[0]?.data({ locale: 'en', pick: empty });
    expect(collectReferences(schemaOf(type), data)).toEqual([]);
  }
});
