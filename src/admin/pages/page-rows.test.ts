import { expect, it } from 'vitest';
import { rowsOf } from './page-rows.ts';

const page = (id: number, parentId: number | null, path: string, title: string, german = '') => ({
  id,
  parentId,
  route: null,
  isEditable: true,
  isPublished: false,
  locales: { en: { path, title }, ...(german === '' ? {} : { de: { path: german, title: german.slice(1) } }) },
  live: [],
  saved: null,
});
const pages = [
  page(1, null, '/company', 'Company', '/unternehmen'),
  page(2, 1, '/company/about', 'About us'),
  page(3, 2, '/company/about/history', 'History'),
  page(4, null, '/contact', 'Contact'),
];
const listed = (search: string) => rowsOf(pages, search).map(({ page: { id }, depth }) => [id, depth]);

it('lists each page behind the one above it', () => {
  expect(listed('')).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 0],
  ]);
});

it('finds pages by words of titles and addresses in every language', () => {
  expect(listed('unternehmen')).toEqual([[1, 0]]);
  expect(listed('about company')).toEqual([
    [2, 0],
    [3, 1],
  ]);
  expect(listed('nothing')).toEqual([]);
});
