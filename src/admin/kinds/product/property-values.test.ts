import { expect, it } from 'vitest';
import { blankValue, editedAs, isBlank, readValues, withValue } from './property-values.ts';

const property = { id: 1, title: 'Voltage', unit: 'V', valueType: 'number', role: 'primary' } as const;

it('edits a value as its property says, unless it is of another type already', () => {
  expect(editedAs(property, blankValue(1))).toBe('number');
  expect(editedAs({ ...property, valueType: 'text' }, blankValue(1))).toBe('text');
  expect(editedAs(property, { ...blankValue(1), number: 1, max: 2 })).toBe('range');
  expect(editedAs(property, { ...blankValue(1), localized: { en: { text: 'a' } } })).toBe('text');
  expect(editedAs({ ...property, valueType: 'text' }, { ...blankValue(1), number: 1 })).toBe('number');
});

it('leaves a value out once it is empty, unless it was added by hand', () => {
  const values = readValues([
    { property: 1, number: 2 },
    { property: 3, text: 'a' },
  ]);
  expect(withValue(values, blankValue(1), false).map((value) => value.property)).toEqual([3]);
  expect(withValue(values, blankValue(1), true).map((value) => value.property)).toEqual([1, 3]);
  expect(withValue(values, { ...blankValue(4), text: 'b' }, false).map((value) => value.property)).toEqual([1, 3, 4]);
});

it('is empty without a number and without a text in any language', () => {
  expect(isBlank({ ...blankValue(1), localized: { en: { text: ' ' } } })).toBe(true);
  expect(isBlank({ ...blankValue(1), number: 0 })).toBe(false);
  expect(isBlank({ ...blankValue(1), number: 'abc' })).toBe(false);
});
