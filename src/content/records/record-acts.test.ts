import { expect, it } from 'vitest';
import { isMadeByPeople, recordKinds } from '#kinds/registry.ts';
import { getRecordActs } from './record-acts.ts';

it.each(recordKinds)('a form for a new %s is there where one can be saved', (kind) => {
  expect(isMadeByPeople(kind)).toBe(getRecordActs(kind).create);
});
