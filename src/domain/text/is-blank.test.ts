import { expect, it } from 'vitest';
import { isBlank } from './is-blank.ts';

it.each(['', ' \n', '\u00a0', '\u200b', '\ufeff\u2060', '\u202e', '\u3164', '\u2800', '\u00ad', '\ufe0f'])(
  'takes %j for blank',
  (text) => expect(isBlank(text)).toBe(true),
);

it.each(['a', '0', '\u200bä', '水', '💧', '👩\u200d🔧', '–', '<'])('sees something in %j', (text) =>
  expect(isBlank(text)).toBe(false),
);
