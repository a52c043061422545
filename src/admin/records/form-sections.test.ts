import { expect, it } from 'vitest';
import { getKind } from '#kinds/kinds.ts';
import { groupSections } from './form-sections.ts';
import { recordFields } from './record-values.ts';

const contentOf = (kind: 'shared_module' | 'faq') =>
  groupSections(recordFields(getKind(kind))).content.map(({ name }) => name);

it('begins with what a record is called, then its texts', () => {
  expect(contentOf('faq').slice(0, 2)).toEqual(['localized', 'category']);
});

it('asks what a module is before its texts, which depend on that', () => {
  expect(contentOf('shared_module')).toEqual(['name', 'type', 'localized']);
});
