import { describe, expect, it } from 'vitest';
import { shownTypes } from './definitions.ts';
import type { ModuleType } from '#schema/contract.ts';
import { addableTypes, groupedTypes, isAddable, otherName, searchTypes } from './addable-types.ts';

const found = (typed: string) => searchTypes(typed).map(({ type }) => type);

describe('the types in the sidebar', () => {
  it('are those of the registry without the secondary header', () => {
    expect(addableTypes.map(({ type }) => type).toSorted()).toEqual(
      shownTypes.filter((type: ModuleType) => type !== 'SECONDARY_HEADER').toSorted(),
    );
    expect(isAddable('HERO')).toBe(true);
    expect(isAddable('SECONDARY_HEADER')).toBe(false);
    expect(isAddable('toString')).toBe(false);
  });

  it('are each in one group', () => {
    const types = groupedTypes.flatMap((group) => group.types);
    expect(types).toHaveLength(addableTypes.length);
  });

  it('are in the order of their names', () => {
    const names = addableTypes.map(({ name }) => name);
    expect(names).toEqual(names.toSorted(new Intl.Collator('en', { numeric: true }).compare));
  });
});

describe('searching for a type', () => {
  it('looks into the display name and the type, in any case', () => {
    expect(found('header 1')).toEqual(['HERO']);
    expect(found('hero')).toEqual(['HERO', 'LINK_HERO']);
    expect(found('KEY_FIG')).toEqual(['KEY_FIGURES']);
    expect(found('  key   figures ')).toEqual(['KEY_FIGURES']);
    expect(found('text editor')).toEqual(['TEXT_BLOCK']);
    expect(found('text block')).toEqual(['TEXT_BLOCK']);
  });

  it('knows what other people call it, and says so', () => {
    expect(found('faq')).toEqual(['ACCORDION']);
    expect(found('banner').slice(0, 1)).toEqual(['CTA']);
    expect(found('gallery')).toContain('IMAGE_GROUP');
    expect(found('columns')).toContain('BENEFITS');
    expect(found('team')).toEqual(['CV']);
    const [accordion] = searchTypes('faq');
    expect(accordion && otherName(accordion, 'faq')).toBe('FAQ');
    expect(accordion && otherName(accordion, 'accord')).toBeNull();
  });

  it('finds a type without other words by its name alone, and says no name of the database', () => {
    const plain = { type: 'TEXT_BLOCK', name: 'Text editor', group: 'Texts', also: [] } as const;
    const addable = { ...plain, sought: 'text editor\ntext_block\ntext block' };
    expect(searchTypes('text block', [addable])).toEqual([addable]);
    expect(searchTypes('paragraph', [addable])).toEqual([]);
    expect(otherName(addable, 'text block')).toBeNull();
  });

  it('has those first whose own name has the word', () => {
    const [first] = found('columns').map((type) => addableTypes.find((addable) => addable.type === type)?.name);
    expect(first).not.toBeUndefined();
    expect(found('text')[0]).not.toBe('CTA_BLOCK');
    expect(found('job').slice(0, 2).toSorted()).toEqual(['HIGHLIGHTS', 'JOB_OPENINGS']);
  });

  it('finds all of them with nothing, and none with what no type has', () => {
    expect(found('')).toHaveLength(addableTypes.length);
    expect(found(' ')).toHaveLength(addableTypes.length);
    expect(found('.*')).toEqual([]);
    expect(found('zebra')).toEqual([]);
  });
});
