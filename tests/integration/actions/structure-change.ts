import type { Malformed } from './entry.ts';

/** Invalid variants of a valid call, for all actions that change a page's structure. */
export function malformedStructure(valid: Record<string, unknown>): Malformed[] {
  const wrong = (what: string, field: string, change: object): Malformed => ({
    what,
    input: { ...valid, ...change },
    fields: [field],
  });
  return [
    { what: 'a page that is made from rows', input: { ...valid, pageId: -1 } },
    { what: 'a page that does not exist', input: { ...valid, pageId: 999_999 } },
    { what: 'another locale', input: { ...valid, locale: 'de' } },
    wrong('a page as a word', 'pageId', { pageId: '1' }),
    wrong('the page 0', 'pageId', { pageId: 0 }),
    wrong('the page -2', 'pageId', { pageId: -2 }),
    wrong('an unknown locale', 'locale', { locale: 'xx' }),
    wrong('a version that no column holds', 'structureVersion', { structureVersion: 2 ** 31 }),
    wrong('a parent without a slot', 'slot', { parentId: 1, slot: undefined }),
    wrong('a slot without a parent', 'slot', { parentId: undefined, slot: 'a' }),
    wrong('an empty slot', 'slot', { slot: '' }),
    wrong('a slot without end', 'slot', { slot: 'x'.repeat(1000) }),
  ];
}
