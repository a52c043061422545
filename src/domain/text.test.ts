import { expect, it } from 'vitest';
import { findUnstorable, givenName, isBlank } from './text.ts';

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

it.each(['', ' \n', '\u00a0', '\u200b', '\ufeff\u2060', '\u202e', '\u3164', '\u2800', '\u00ad', '\ufe0f'])(
  'takes %j for blank',
  (text) => {
    expect(isBlank(text)).toBe(true);
    expect(givenName(5).safeParse(text).error?.issues[0]?.message).toBe('Give it a name');
  },
);

it.each(['a', '0', '\u200bä', '水', '💧', '👩\u200d🔧', '–', '<'])('sees something in %j', (text) => {
  expect(isBlank(text)).toBe(false);
});

it('takes names that fit, without the blanks around them', () => {
  expect(givenName(5).parse('  ab c ')).toBe('ab c');
  expect(givenName(5).safeParse('abcdef').error?.issues[0]?.message).toBe('Max. 5 characters');
  expect(givenName(5).safeParse('a\u0000').success).toBe(false);
});
