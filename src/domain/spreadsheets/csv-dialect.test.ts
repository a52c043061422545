import { expect, it } from 'vitest';
import { csvDialectFor } from './csv-dialect.ts';

it.each([
  [null, ',.'],
  ['*', ',.'],
  ['not a language', ',.'],
  ['en-US,en;q=0.9', ',.'],
  ['en-GB', ',.'],
  ['de-DE,de;q=0.9,en;q=0.8', ';,'],
  ['de', ';,'],
  ['de-CH', ';.'],
  ['fr-FR', ';,'],
  ['ja', ',.'],
  ['zh-CN', ',.'],
  ['ko-KR', ',.'],
])('a browser in %s opens tables with %s', (languages, dialect) => {
  const { separator, decimal } = csvDialectFor(languages);
  expect(`${separator}${decimal}`).toBe(dialect);
});
