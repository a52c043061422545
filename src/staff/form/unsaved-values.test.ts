import { describe, expect, it } from 'vitest';
import { unsavedKey, unsavedPlaces } from './unsaved-values.ts';

const page = {
  site: 'main',
  locale: 'de',
  paths: {},
  pageId: 7,
  title: 'Page',
  record: null,
  isEditable: true,
  structureVersion: 1,
  isPublished: true,
  changes: [],
  waiting: [],
  titles: {},
  lastSave: 0,
  steps: { undo: null, redo: null },
  modules: [],
  structure: [],
  staff: { email: 'mara@ostrevo.example', role: 'editor' },
  paused: [],
  drafts: [],
} as const;
const module = { id: 12, type: 'HERO', name: 'Header', data: {}, english: null, version: 1, fallback: false } as const;

describe('unsaved values', () => {
  it('are found again under their key', () => {
    const edited = unsavedKey(page, module);
    const added = unsavedKey({ ...page, locale: 'en' }, { ...module, id: null });
    expect(unsavedPlaces([edited, added], page)).toEqual([
      { key: edited, moduleId: 12, type: null, locale: 'de' },
      { key: added, moduleId: null, type: 'HERO', locale: 'en' },
    ]);
  });

  it('is that of this page and person only', () => {
    const others = [
      unsavedKey({ ...page, pageId: 70 }, module),
      unsavedKey({ ...page, site: 'automotive' }, module),
      unsavedKey({ ...page, staff: { email: 'somebody@ostrevo.example', role: 'editor' } }, module),
      'unsaved:main:7',
      'recent:main:7:12:de:mara@ostrevo.example',
    ];
    expect(unsavedPlaces(others, page)).toEqual([]);
  });
});
