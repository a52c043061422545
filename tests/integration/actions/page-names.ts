/** Titles and addresses of a page that does not exist yet. */
export const newNames = { en: { title: 'A new page', path: '/a-new-page' } };

/** Names that no page can have, with the fields that the answer is at. */
export const wrongNames: readonly { what: string; locales: Record<string, unknown>; fields: readonly string[] }[] = [
  { what: 'no language', locales: {}, fields: ['locales'] },
  { what: 'no English', locales: { de: { title: 'Neu', path: '/neu' } }, fields: ['locales'] },
  { what: 'no title', locales: { en: { title: ' ', path: '/new' } }, fields: ['locales.en.title'] },
  { what: 'no address', locales: { en: { title: 'New', path: '' } }, fields: ['locales.en.path'] },
  { what: 'an address without a slash', locales: { en: { title: 'New', path: 'new' } }, fields: ['locales.en.path'] },
  { what: 'an address of a file', locales: { en: { title: 'New', path: '/new.html' } }, fields: ['locales.en.path'] },
  { what: 'an address with spaces', locales: { en: { title: 'New', path: '/a b' } }, fields: ['locales.en.path'] },
  {
    what: 'an address of a product',
    locales: { en: { title: 'New', path: '/products/catalog/x' } },
    fields: ['locales.en.path'],
  },
];
