import { describe, expect, it } from 'vitest';
import type { RegisteredType } from '#modules/definitions.ts';
import type { EditorModule, EditorState } from '#server/editor/editor-state.ts';
import { findAnchor, nearbyPlaces } from './new-places.ts';

const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'An answer' }] }] };
const accordion = {
  items: [
    { id: 'a', title: 'Which resistors?', body },
    { id: 'b', title: 'Which levels?', body },
  ],
};

function module(id: number, type: RegisteredType, parentId: number | null = null, slot: string | null = null) {
  const data: unknown = type === 'ACCORDION' ? accordion : {};
  return { id, type, name: `${type} ${id}`, parentId, slot, data } satisfies Partial<EditorModule>;
}

function page(...modules: ReturnType<typeof module>[]): EditorState {
  return {
    site: 'main',
    locale: 'en',
    pageId: 1,
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
    paths: {},
    modules: modules.map((each) => ({
      ...each,
      version: 1,
      english: null,
      fallback: false,
      title: '',
      change: null,
      shared: null,
    })),
    structure: modules,
    staff: { email: 'editor@example.com', role: 'editor' },
    paused: [],
    drafts: [],
  };
}

const labels = (state: EditorState, place: Parameters<typeof nearbyPlaces>[1]) =>
  nearbyPlaces(state, place).map(({ label }) => label);
const plain = page(module(1, 'HERO'), module(2, 'TEXT_BLOCK'));
const nested = page(module(1, 'HERO'), module(2, 'ACCORDION'), module(3, 'TEXT_BLOCK', 2, 'a'));

describe('the place of a new module', () => {
  it('is below the module that the address counts to, or at the end', () => {
    expect(labels(plain, { position: 0, where: null })).toEqual(['Below “HERO 1”']);
    expect(labels(plain, { position: 1, where: null })).toEqual(['Below “TEXT_BLOCK 2”, at the end of the page']);
    expect(labels(plain, { position: null, where: null })).toEqual(['At the end of the page']);
    expect(labels(plain, { position: 99, where: null })).toEqual(['At the end of the page']);
    expect(findAnchor(plain, { position: 99, where: null })?.id).toBe(2);
    expect(labels(page(), { position: null, where: null })).toEqual(['On the page, which is empty']);
    expect(findAnchor(page(), { position: null, where: null })).toBeNull();
  });

  it('can be inside the module above, in each of its slots', () => {
    expect(nearbyPlaces(nested, { position: 1, where: null })).toEqual([
      { position: 1, where: null, label: 'Below “ACCORDION 2”, at the end of the page' },
      {
        position: null,
        where: { parentId: 2, slot: 'a' },
        label: 'At the end, in “Which resistors?” of “ACCORDION 2”',
      },
      { position: null, where: { parentId: 2, slot: 'b' }, label: 'Alone in “Which levels?” of “ACCORDION 2”' },
    ]);
  });

  it('leads out of a slot again', () => {
    expect(labels(nested, { position: 0, where: { parentId: 2, slot: 'a' } })).toEqual([
      'Below “TEXT_BLOCK 3”, in “Which resistors?” of “ACCORDION 2”',
      'Alone in “Which levels?” of “ACCORDION 2”',
      'Below “ACCORDION 2”',
    ]);
  });

  it('is not deeper than three', () => {
    const deep = page(module(1, 'ACCORDION'), module(2, 'ACCORDION', 1, 'a'), module(3, 'ACCORDION', 2, 'a'));
    const inside = (place: Parameters<typeof nearbyPlaces>[1]) =>
      nearbyPlaces(deep, place).flatMap(({ where }) => where?.parentId ?? []);
    expect(inside({ position: 0, where: { parentId: 1, slot: 'a' } })).toContain(2);
    expect(inside({ position: 0, where: { parentId: 2, slot: 'a' } })).not.toContain(3);
  });

  it('says when the module around it is gone', () => {
    expect(labels(plain, { position: null, where: { parentId: 9, slot: 'a' } })).toEqual([
      'Inside a module that this page does not have any more',
    ]);
  });
});
