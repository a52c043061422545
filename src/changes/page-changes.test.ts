import { describe, expect, it } from 'vitest';
import { type PageChangesRow, listChanges, movedModules } from './page-changes.ts';

const at = (id: number, parent_id: number | null = null, slot: string | null = null) => ({ id, parent_id, slot });
const place = (id: number, type = 'QUOTE') => ({ ...at(id), type, title: `Module ${id}`, saved: null });
const same: PageChangesRow = {
  is_published: true,
  last_save: 9,
  is_moved: false,
  cells: [],
  arranged: { at: '2026-01-01T00:00:00Z', by: 'Eva' },
  draft: [place(1), place(2)],
  live: [place(1), place(2)],
  edits: [],
  details: [],
};

describe('moved modules', () => {
  it.each([
    ['none, when the order is the same', [1, 2, 3], [1, 2, 3], []],
    ['the one that was taken to the end', [1, 2, 3, 4], [2, 3, 4, 1], [1]],
    ['one of two that were swapped', [1, 2], [2, 1], [1]],
    ['none, when others were added and removed', [1, 2, 3], [9, 1, 3], []],
  ])('%s', (_name, before, after, moved) => {
    const ids = (list: readonly number[]) => list.map((id) => at(id));
    expect([...movedModules(ids(before), ids(after))]).toEqual(moved);
  });

  it('the one in another slot, and none that only closed up', () => {
    expect([...movedModules([at(1), at(2), at(3)], [at(1), at(3), at(2, 1, 'a')])]).toEqual([2]);
  });
});

describe('the changes of a draft', () => {
  it('are none when it equals what is published, or never was published', () => {
    expect(listChanges(same)).toEqual([]);
    expect(listChanges({ ...same, is_published: false, live: [], draft: [place(3)] })).toEqual([]);
  });

  it('are told by module, in the order of the page, with who saved them', () => {
    const saved = { at: '2026-02-02T00:00:00Z', by: 'Sven' };
    const changes = listChanges({
      ...same,
      is_moved: true,
      draft: [place(2), { ...place(3), saved }, place(1)],
      live: [place(1), place(2), place(4)],
      edits: [
        { id: 2, locale: 'en', title: '', saved },
        { id: 2, locale: 'de', title: 'Modul 2', saved: null },
      ],
      details: [{ locale: 'de', what: 'changed', fields: ['title'], saved }],
    });
    expect(changes.map((change) => [change.what, 'moduleId' in change ? change.moduleId : null])).toEqual(
      [
        ['parent', null],
        ['details', null],
        ['changed', 2],
        ['changed', 2],
        ['added', 3],
        ['moved', 1],
        ['removed', 4],
      ].map(([what, id]) => [what, id]),
    );
    expect(changes.at(-1)).toMatchObject({ title: 'Module 4', saved: { by: 'Eva' } });
    expect(changes[2]).toMatchObject({ locale: 'en', title: 'Module 2', saved: { by: 'Sven' } });
    expect(changes[3]).toMatchObject({ locale: 'de', title: 'Modul 2' });
  });
});
