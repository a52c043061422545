import { describe, expect, it } from 'vitest';
import { locales } from '#domain/locales.ts';
import { type RegisteredType, shownTypes, getDefinition } from '#modules/definitions.ts';
import { countCharacters, maximumMessage, requiredMessage } from '#schema/fields.ts';
import { collectReferences } from '#schema/references.ts';
import { type EditorField, editorFields } from '#schema/editor-fields.ts';
import type { TypeSamples } from '#schema/type-samples.ts';
import type { PickRecord } from './sample-data.ts';
import { listSampleStates } from './sample-states.ts';

const linkTextsMessage = 'Title and description are required when a link is present';

const pick: PickRecord = (_kind, index) => index + 1;
const schemaOf = (type: RegisteredType) => getDefinition(type).schema;

type LimitedText = { path: readonly PropertyKey[]; text: string; max: number; required: boolean };
type LimitedList = { path: readonly PropertyKey[]; items: readonly unknown[]; max: number };

const partOf = (data: unknown, name: PropertyKey): unknown =>
  typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;

/** Every text of data with the limit of its field. */
function limitedTexts(fields: readonly EditorField[], data: unknown, path: readonly PropertyKey[] = []): LimitedText[] {
  return fields.flatMap((field) => {
    const value = partOf(data, field.name);
    const here = [...path, field.name];
    if (field.widget === 'group') return limitedTexts(field.fields, value, here);
    if (field.widget === 'list' && Array.isArray(value))
      return value.flatMap((item, index) => limitedTexts(field.fields, item, [...here, index]));
    if ((field.widget !== 'text' && field.widget !== 'long-text') || field.max === null) return [];
    const { max, required } = field;
    return typeof value === 'string' ? [{ path: here, text: value, max, required }] : [];
  });
}

/** Every list of data that takes so many items and no more. */
function limitedLists(fields: readonly EditorField[], data: unknown): LimitedList[] {
  return fields.flatMap((field) => {
    const items = partOf(data, field.name);
    if ((field.widget !== 'list' && field.widget !== 'references') || field.max === null) return [];
    return Array.isArray(items) && items.length > 0 ? [{ path: [field.name], items, max: field.max }] : [];
  });
}

/** The data with something else at a place. */
function changed(data: unknown, path: readonly PropertyKey[], value: unknown): unknown {
  const copy = structuredClone(data);
  const last = path.at(-1);
  const parent = path.slice(0, -1).reduce(partOf, copy);
  if (last !== undefined && typeof parent === 'object' && parent !== null) Reflect.set(parent, last, value);
  return copy;
}

const sampleFiles = import.meta.glob<{ samples: TypeSamples }>('../../../modules/*/samples.ts', { eager: true });

it.each(Object.entries(sampleFiles))('what %s says is shown', (file, { samples }) => {
  const folder = file.split('/').at(-2) ?? '';
  const type = shownTypes.find((each) => each === folder.toUpperCase().replaceAll('-', '_'));
  const states = type ? listSampleStates(type) : [];
  expect(states.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['usual', ...(samples.states ?? []).map(({ key }) => key)]),
  );
  expect(states[0]?.data({ locale: 'en', pick })).toMatchObject(samples.data ?? {});
});

/** One character to a person, and more than one unit to a computer. */
const characters = ['x', '𝛑', 'e\u0301', '👩‍👩‍👧', '🇨🇭', '温'];

describe.each(shownTypes)('the samples of %s', (type) => {
  const states = listSampleStates(type);

  it('show it filled in, just added, without optional parts and at its limits, each under a name of its own', () => {
    const keys = states.map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(['usual', 'new', 'longest', 'bare']));
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(states.map(({ name }) => name)).size).toBe(keys.length);
  });

  it('show its lists empty, its slots filled, and each of its choices', () => {
    const definition = getDefinition(type);
    const keys = new Set(states.map(({ key }) => key));
    expect(keys.has('nested')).toBe(definition.slots !== undefined);
    if (definition.lists) expect(keys).toContain('empty');
    const empty = states.find(({ key }) => key === 'empty')?.data({ locale: 'en', pick });
    if (type === 'HIGHLIGHTS') expect(empty).toMatchObject({ source: 'jobs' });
    for (const field of editorFields(definition.schema)) {
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
    const fields = editorFields(schemaOf(type));
    for (const locale of locales) {
      const texts = limitedTexts(fields, longest?.data({ locale, pick }));
      // Codes, numbers and addresses do not depend on the language.
      const worded = texts.filter(({ text, max }) => max > 8 && !/^(OSTR|\+41.*|.*@.*|)$/.test(text));
      for (const { text, max } of worded) expect(countCharacters(text), text).toBe(max);
    }
  });

  describe('find its limits', () => {
    const schema = schemaOf(type);
    const fields = editorFields(schema);
    const shown = states.map(({ data }) => data({ locale: 'en', pick }));
    const issuesOf = (data: unknown) =>
      (schema.safeParse(data).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
    /** A text that is hidden in one state is checked in another. */
    const places = Map.groupBy(
      shown.flatMap((data) => limitedTexts(fields, data).map((found) => ({ ...found, data }))),
      ({ path }) => path.filter((part) => typeof part === 'string').join('.'),
    );

    it.each([...places])('of %s at the character, as a person counts', (_, found) => {
      const checked = found.find(
        ({ data, path, max }) => issuesOf(changed(data, path, 'x'.repeat(max + 1))).length > 0,
      );
      if (!checked) throw new Error('It takes more than its limit in every state');
      const { data, path, max, required } = checked;
      const at = path.join('.');
      for (const character of characters) {
        expect(issuesOf(changed(data, path, character.repeat(max))), character).toEqual([]);
        const over = issuesOf(changed(data, path, character.repeat(max + 1)));
        expect(over, character).toEqual([`${at}: Max. ${max} characters`]);
      }
      for (const empty of ['', ' \n']) {
        const wanted = required ? [`${at}: ${requiredMessage}`] : [];
        const missing = issuesOf(changed(data, path, empty)).filter((issue) => issue !== `${at}: ${linkTextsMessage}`);
        expect(missing).toEqual(wanted);
      }
    });

    it('of its lists at the item', () => {
      for (const data of shown) {
        for (const { path, items, max } of limitedLists(fields, data)) {
          const many = (count: number) => Array.from({ length: count }, (_, index) => items[index % items.length]);
          expect(issuesOf(changed(data, path, many(max)))).toEqual([]);
          const over = issuesOf(changed(data, path, many(max + 1)));
          expect(over).toEqual([`${path.join('.')}: ${maximumMessage(max)}`]);
        }
      }
    });
  });
});

it('point to records only where the pool has some', () => {
  const empty: PickRecord = () => null;
  for (const type of shownTypes) {
    const data = listSampleStates(type)[0]?.data({ locale: 'en', pick: empty });
    expect(collectReferences(schemaOf(type), data)).toEqual([]);
  }
});
