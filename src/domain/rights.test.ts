import { describe, expect, it } from 'vitest';
import { type Grant, getGrants, may } from './rights.ts';

describe('today', () => {
  it('everybody edits everywhere, and administrators decide about people and what visitors sent', () => {
    const [editor, admin] = [{ grants: getGrants('editor') }, { grants: getGrants('admin') }];
    expect([editor, admin].map((staff) => may(staff, 'edit', { kind: 'product', site: 'main', locale: 'de' }))).toEqual(
      [true, true],
    );
    expect([editor, admin].map((staff) => may(staff, 'manage people'))).toEqual([false, true]);
    expect([editor, admin].map((staff) => may(staff, 'erase submissions'))).toEqual([false, true]);
  });
});

describe('a grant with limits', () => {
  const translator = (grant: Omit<Grant, 'right'>) => ({ grants: [{ right: 'edit' as const, ...grant }] });

  it.each<[limits: Omit<Grant, 'right'>, place: Parameters<typeof may>[2], may: boolean]>([
    [{ locales: ['de'] }, { locale: 'de' }, true],
    [{ locales: ['de'] }, { locale: 'jp' }, false],
    [{ kinds: ['product'], sites: ['main'] }, { kind: 'product', site: 'main' }, true],
    [{ kinds: ['product'], sites: ['main'] }, { kind: 'product', site: 'automotive' }, false],
    [{ sections: [12] }, { section: 12, kind: 'page' }, true],
  ])('%j at %j: %j', (limits, place, expected) => {
    expect(may(translator(limits), 'edit', place)).toBe(expected);
  });

  it('does not hold for what concerns everything', () => {
    expect(may(translator({ sites: ['main'] }), 'edit')).toBe(false);
    expect(may(translator({ sites: [] }), 'edit', { site: 'main' })).toBe(false);
  });

  it('is no other right', () => {
    expect(may(translator({}), 'manage people')).toBe(false);
  });
});
