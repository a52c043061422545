import { describe, expect, it } from 'vitest';
import { mergeRecord } from './merge-record.ts';

const before = { title: 'Old', 'localized/de/title': 'Alt' };
const after = { title: 'New', 'localized/de/title': 'Neu' };

describe('taking the change of a record back', () => {
  it('puts old values back where the field has the new one, and names the others', () => {
    const now = { title: 'New', 'localized/de/title': 'Neuer', other: 1 };
    expect(mergeRecord({ before, after, now }, () => undefined)).toEqual({
      fields: [{ name: 'title', now: 'New', value: 'Old' }],
      changedSince: [{ path: ['localized/de/title'], before: 'Alt', now: 'Neuer' }],
    });
  });

  it('puts a field back that was changed since when the person says so', () => {
    const now = { title: 'Newer', 'localized/de/title': 'Alt' };
    expect(mergeRecord({ before, after, now }, () => 'before').fields).toEqual([
      { name: 'title', now: 'Newer', value: 'Old' },
    ]);
  });

  it('takes a value away that was not there before', () => {
    const fields = mergeRecord({ before: {}, after: { title: 'New' }, now: { title: 'New' } }, () => undefined).fields;
    expect(fields).toEqual([{ name: 'title', now: 'New', value: undefined }]);
  });
});
