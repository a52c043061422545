import { expect, it } from 'vitest';
import { findUnstorable } from './text.ts';

it.each<[unknown, (string | number)[]]>([
  ['\u0000', []],
  [{ a: '\ud800' }, ['a']],
  [{ a: [{ b: 'x' }, { b: 'x\u0000' }] }, ['a', 1, 'b']],
  [{ a: { '\u0000': 1 } }, ['a']],
  [JSON.parse('{"__proto__":"\\u0000"}'), ['__proto__']],
])('finds what no database takes in %j', (value, path) => {
  expect(findUnstorable(value)).toEqual(path);
});

it.each([null, 1, '', '💧', { a: ['ü', { b: null }] }])('finds nothing in %j', (value) => {
  expect(findUnstorable(value)).toBeNull();
});
