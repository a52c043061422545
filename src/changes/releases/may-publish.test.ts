import { describe, expect, it } from 'vitest';
import type { Grant } from '#domain/rights.ts';
import { mayPublish } from './may-publish.ts';

const release = { pageItems: [{ site: 'main' }, { site: null }], recordItems: [{ kind: 'product' }] } as const;
const by = (...grants: Grant[]) => mayPublish({ grants }, release);

describe('who may publish a release', () => {
  it('may edit everything that is in it', () => {
    expect(by({ right: 'edit' })).toBe(true);
    expect(by({ right: 'edit', kinds: ['product', 'page'] })).toBe(true);
    expect(mayPublish({ grants: [] }, { pageItems: [], recordItems: [] })).toBe(true);
  });

  it('may not where a right at one of its places was taken away', () => {
    expect(by()).toBe(false);
    expect(by({ right: 'edit', kinds: ['page'] })).toBe(false);
    expect(by({ right: 'edit', kinds: ['product'] }, { right: 'edit', kinds: ['page'], sites: ['developer'] })).toBe(
      false,
    );
  });
});
