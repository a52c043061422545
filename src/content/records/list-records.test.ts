import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { getKind } from '#kinds/kinds.ts';
import { isRecordKind } from '#kinds/registry.ts';
import { titlePath } from './list-records.ts';

it.each([
  ['product', ['name']],
  ['article', ['localized', 'en', 'title']],
  ['faq', ['localized', 'en', 'question']],
  // What they may have as a title is for visitors, and an upload has none.
  ['file', ['filename']],
  ['location', ['name']],
] as const)('a %s is called by what every one has: %j', (kind, path) => {
  expect(titlePath(getKind(kind))).toEqual(path);
});

const schema = readFileSync(new URL('../../../supabase/schemas/93_record_lists.sql', import.meta.url), 'utf8');
const indexed = [...schema.matchAll(/^select private\.index_list\('(\w+)', '\{([\w,]+)\}'/gm)].map(
  ([, kind = '', path = '']) => [kind, path] as const,
);

it.each(indexed)('a list of %s is indexed by what it shows as a title: %s', (kind, path) => {
  if (!isRecordKind(kind)) throw new Error(`${kind} has no list`);
  expect(path.split(',')).toEqual(titlePath(getKind(kind)));
});

it('lists are indexed', () => expect(indexed.length).toBeGreaterThan(10));
