import { expect, it } from 'vitest';
import { z } from 'zod';
import { editorFields } from '#schema/editor-fields.ts';
import { text } from '#schema/fields.ts';
import { localized } from '#schema/record-fields.ts';
import { findRecordDifferences, replacePart } from './record-differences.ts';
import { replaceValue } from './replace-value.ts';

const fields = editorFields(
  z.object({ slug: text({ label: 'Slug' }), localized: localized({ title: text({ label: 'Title' }) }) }),
);
const before = { slug: 'a', localized: { en: { title: 'One' }, de: { title: 'Eins' } } };
const after = { slug: 'b', localized: { en: { title: 'One' }, jp: { title: '一' } } };

it('tells fields, and texts by language', () => {
  const found = findRecordDifferences(fields, before, after);
  expect(found.map(({ path, before: was, after: is }) => [path.join('/'), was, is])).toEqual([
    ['slug', 'a', 'b'],
    ['localized/de/title', 'Eins', undefined],
    ['localized/jp/title', undefined, '一'],
  ]);
});

it('puts one of them back', () => {
  expect(replaceValue(after, before, ['slug'])).toEqual({ ...after, slug: 'a' });
  expect(replaceValue(after, before, ['localized', 'de', 'title']).localized).toEqual({
    ...after.localized,
    de: { title: 'Eins' },
  });
  expect(replaceValue(after, before, ['localized', 'jp', 'title']).localized).toEqual({ ...after.localized, jp: {} });
});

it('puts a language back with all its texts, and leaves the rest', () => {
  const restored = replacePart(fields, after, before, { what: 'language', locale: 'de' });
  expect(restored).toEqual({ slug: 'b', localized: { ...after.localized, de: { title: 'Eins' } } });
  expect(replacePart(fields, after, before, { what: 'language', locale: 'jp' })).toEqual({
    slug: 'b',
    localized: { en: { title: 'One' } },
  });
});

it('puts all of a version back', () => {
  expect(replacePart(fields, after, before, { what: 'all' })).toEqual(before);
});
