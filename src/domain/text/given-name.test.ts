import { expect, it } from 'vitest';
import { givenName } from './given-name.ts';

it('asks for a name where a reader would see none', () => {
  for (const text of ['', ' \n', '\u200b'])
    expect(givenName(5).safeParse(text).error?.issues[0]?.message).toBe('Give it a name');
});

it('takes names that fit, without the blanks around them', () => {
  expect(givenName(5).parse('  ab c ')).toBe('ab c');
  expect(givenName(5).safeParse('abcdef').error?.issues[0]?.message).toBe('Max. 5 characters');
  expect(givenName(5).safeParse('a\u0000').success).toBe(false);
});

it('takes no name that reads as another one', () => {
  for (const sign of ['\u202e', '\u2066'])
    expect(givenName(20).safeParse(`sheet${sign}fdp.exe`).error?.issues[0]?.message).toMatch(/invisible signs/);
  expect(givenName(20).parse('\u0645\u0644\u0641\u200f 1')).toBe('\u0645\u0644\u0641\u200f 1');
});
