import { describe, expect, it } from 'vitest';
import type { EditorModule } from '#server/editor/editor-state.ts';
import { moduleLabel } from './module-label.ts';
import { type OutlineNode, outlineTree } from './outline-tree.ts';

const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'An answer' }] }] };
const common = {
  name: 'Accordion',
  version: 1,
  english: null,
  fallback: false,
  title: '',
  change: null,
  shared: null,
} as const;
const accordion: EditorModule = {
  ...common,
  id: 1,
  type: 'ACCORDION',
  parentId: null,
  slot: null,
  data: { spaceLayoutTop: 'none', spaceLayoutBottom: 'lg', items: [{ id: 'a', title: 'Which?', body }] },
};
const text: EditorModule = {
  ...common,
  id: 2,
  type: 'TEXT_BLOCK',
  name: 'Text editor',
  parentId: 1,
  slot: 'a',
  data: {},
};

/** A tree in a few words. */
const told = ({ id, module, places }: OutlineNode): unknown => [
  id,
  module?.name ?? null,
  ...places.map(({ title, nodes }) => [title, ...nodes.map(told)]),
];

describe('the outline of a page', () => {
  it('has what is inside a module below the part that it is in, empty parts too', () => {
    const { nodes } = outlineTree({ modules: [accordion, text], structure: [accordion, text] });
    expect(nodes.map(told)).toEqual([[1, 'Accordion', ['Which?', [2, 'Text editor']]]]);
    const empty = outlineTree({ modules: [accordion], structure: [accordion] });
    expect(empty.nodes.map(told)).toEqual([[1, 'Accordion', ['Which?']]]);
  });

  it('has modules that cannot be shown, and those in parts that are gone', () => {
    const strange = { id: 3, parentId: null, slot: null };
    const left = { ...text, slot: 'gone' };
    const { nodes } = outlineTree({ modules: [accordion, left], structure: [strange, accordion, left] });
    expect(nodes.map(told)).toEqual([
      [3, null],
      [1, 'Accordion', ['Which?'], ['', [2, 'Text editor']]],
    ]);
  });
});

describe('what a module is called', () => {
  it('is its title, its first words, or its type', () => {
    expect(moduleLabel({ ...accordion, title: 'Questions' })).toBe('Questions');
    expect(moduleLabel(accordion)).toBe('Which?');
    expect(moduleLabel(text)).toBe('Text editor');
    expect(moduleLabel({ ...text, title: 'word '.repeat(30) })).toMatch(/^(word ?){10,12}…$/);
  });
});
