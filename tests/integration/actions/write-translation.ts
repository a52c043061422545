import type { ActionEntry, Desk } from './entry.ts';

/** The title of the hero, which has no German text: what its field shows begins with the English one. */
const write = ({ pageId, hero }: Desk, change: object = {}) => ({
  kind: 'page',
  id: pageId,
  locale: 'de',
  part: `module:${hero.id}`,
  path: 'title',
  before: null,
  value: 'Ein Titel',
  ...change,
});

export const entry: ActionEntry = {
  name: 'writeTranslation',
  access: 'staff',
  send: 'json',
  valid: (desk) => write(desk),
  optional: ['before'],
  malformed: (desk) => [
    { what: 'a page that is gone', input: write(desk, { id: 987_654 }) },
    { what: 'a module of another page', input: write(desk, { part: 'module:987654' }) },
    { what: 'a field that the module has not', input: write(desk, { path: 'constructor.name' }) },
    { what: 'an item that the list has not', input: write(desk, { path: 'cards.99.title' }) },
    { what: 'a field that is no text', input: write(desk, { path: 'image' }) },
    { what: 'a title that is too long', input: write(desk, { value: 'x'.repeat(101) }) },
    { what: 'a document where a line belongs', input: write(desk, { value: { type: 'doc', content: [] } }) },
    { what: 'NUL', input: write(desk, { value: 'a\u0000b' }) },
    { what: 'a language that its site is not offered in', input: write(desk, { locale: 'kr' }) },
    { what: 'English, which is translated from', input: write(desk, { locale: 'en' }), fields: ['locale'] },
  ],
  stale: (desk) => write(desk, { before: 'What nobody has written' }),
};
