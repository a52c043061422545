import { expect, it } from 'vitest';
import { kindOf } from '#kinds/kinds.ts';
import { titlePath } from './list-records.ts';

it.each([
  ['product', ['name']],
  ['article', ['localized', 'en', 'title']],
  ['faq', ['localized', 'en', 'question']],
  // What they may have as a title is for visitors, and an upload has none.
  ['file', ['filename']],
  ['location', ['name']],
] as const)('a %s is called by what every one has: %j', (kind, path) => {
  expect(titlePath(kindOf(kind))).toEqual(path);
});
