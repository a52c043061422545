import { expect, it } from 'vitest';
import { whyFixed } from './fixed-address.ts';

const page = (id: number, parentId: number | null, path: string, more = {}) => ({
  id,
  parentId,
  route: null,
  isEditable: true,
  locales: { en: { path, title: `Page ${id}` } },
  ...more,
});
const pages = [
  page(1, null, '/company'),
  page(2, 1, '/company/news', { route: 'company.news' }),
  page(3, null, '/technology'),
  page(4, 3, '/technology/gas'),
  page(5, 4, '/technology/gas/flow', { isEditable: false }),
  page(6, 3, '/elsewhere', { route: 'search' }),
  page(7, 6, '/elsewhere/below'),
];

it.each([
  [2, 'The site needs this page'],
  [1, '“Page 2” below it'],
  [3, '“Page 5” below it'],
  [4, '“Page 5” below it'],
  [7, null],
  [99, null],
])('page %i keeps its address, or does not', (id, words) => {
  const why = whyFixed(pages, id);
  if (words === null) expect(why).toBeNull();
  else expect(why).toContain(words);
});
