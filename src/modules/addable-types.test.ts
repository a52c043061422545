import { describe, expect, it } from 'vitest';
import { registeredTypes } from './definitions.ts';
import type { ModuleType } from '#schema/contract.ts';
import { addableTypes, isAddable, searchTypes } from './addable-types.ts';

const found = (typed: string) => searchTypes(typed).map(({ type }) => type);

describe('the types in the sidebar', () => {
  it('are those of the registry without the secondary header', () => {
    expect(addableTypes.map(({ type }) => type).toSorted()).toEqual(
      registeredTypes.filter((type: ModuleType) => type !== 'SECONDARY_HEADER').toSorted(),
    );
    expect(isAddable('HERO')).toBe(true);
    expect(isAddable('SECONDARY_HEADER')).toBe(false);
    expect(isAddable('toString')).toBe(false);
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

  it('finds all of them with nothing, and none with what no type has', () => {
    expect(found('')).toHaveLength(addableTypes.length);
    expect(found(' ')).toHaveLength(addableTypes.length);
    expect(found('.*')).toEqual([]);
    expect(found('zebra')).toEqual([]);
  });
});
