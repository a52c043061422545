import { describe, expect, it } from 'vitest';
import { findTitleModule } from './title-module.ts';
import type { PlacedModule } from './placed.ts';
import type { RegisteredType } from './definitions.ts';

const placed = (id: number, type: RegisteredType): PlacedModule => ({
  id,
  type,
  data: {},
  lists: {},
  children: {},
  fallback: false,
});

describe('the module that holds the h1', () => {
  it('is the first header of a page, of any type', () => {
    for (const type of ['HERO', 'APPLICATION_HEADER', 'SECONDARY_HEADER', 'TEXT_HEADER', 'LINK_HERO'] as const) {
      expect(findTitleModule([placed(1, 'TEXT_BLOCK'), placed(2, type), placed(3, 'HERO')])).toBe(2);
    }
  });

  it('is none on a page without headers', () => {
    expect(findTitleModule([placed(1, 'TEXT_BLOCK')])).toBeNull();
  });
});
