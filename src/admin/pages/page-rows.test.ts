import { expect, it } from 'vitest';
import { mayBeBelow, buildPageRows, describeTexts, getTranslationState } from './page-rows.ts';

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
const listed = (search: string) => buildPageRows(pages, search).map(({ page: { id }, depth }) => [id, depth]);

it('lists each page behind the one above it', () => {
  expect(listed('')).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 0],
  ]);
});

it('lists pages that are below each other at the top, with what is below them, and says which they are', () => {
  const circle = [page(5, 6, '/five', 'Five'), page(6, 5, '/six', 'Six'), page(7, 6, '/seven', 'Seven')];
  expect(
    buildPageRows([...pages, ...circle], '').map(({ page: { id }, depth, isBelowItself }) => [
      id,
      depth,
      isBelowItself,
    ]),
  ).toEqual([
    [1, 0, false],
    [2, 1, false],
    [3, 2, false],
    [4, 0, false],
    [5, 0, true],
    [6, 0, true],
    [7, 1, false],
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

it('lists what is found by its texts as well, once', () => {
  expect(buildPageRows(pages, 'about', [4, 2]).map(({ page: { id } }) => id)).toEqual([2, 3, 4]);
});

const none = { texts: 4, stale: 0, absent: 0, partly: 0, checked: 0, words: 0 };

it('what is to do in a language is told in words', () => {
  const texts = { de: { ...none, absent: 1, stale: 2, partly: 1 } };
  expect(describeTexts(texts, 'de')).toEqual([
    '1 text not translated',
    '2 texts outdated',
    '1 text the same as in English',
  ]);
  expect(describeTexts(texts, 'en')).toEqual([]);
  expect(describeTexts(texts, 'jp')).toEqual([]);
});

it.each([
  ['absent without an address', 'jp', { modules: 2, fallingBack: {}, texts: {} }, 'absent'],
  ['English where all modules show it', 'de', { modules: 2, fallingBack: { de: 2 }, texts: {} }, 'english'],
  ['partly translated where some do', 'de', { modules: 2, fallingBack: { de: 1 }, texts: {} }, 'partly'],
  ['translated where none does', 'de', { modules: 2, fallingBack: { de: 0 }, texts: {} }, 'translated'],
  [
    'partly translated where a text has none',
    'de',
    { modules: 2, fallingBack: {}, texts: { de: { ...none, absent: 1 } } },
    'partly',
  ],
  [
    'stale where the English says something else by now',
    'de',
    { modules: 2, fallingBack: {}, texts: { de: { ...none, stale: 1 } } },
    'stale',
  ],
  ['translated before more is known', 'de', null, 'translated'],
] as const)('a language is %s', (_, locale, state, how) => {
  expect(getTranslationState(page(1, null, '/company', 'Company', '/unternehmen'), locale, state)).toBe(how);
});

it('a page is put below another, not below itself, what is below it, or where it is', () => {
  expect(mayBeBelow(pages, 4, 2)).toBe(true);
  expect(mayBeBelow(pages, 1, 1)).toBe(false);
  expect(mayBeBelow(pages, 1, 3)).toBe(false);
  expect(mayBeBelow(pages, 3, 2)).toBe(false);
  const circle = [
    { id: 1, parentId: 2 },
    { id: 2, parentId: 1 },
    { id: 3, parentId: null },
  ];
  expect(mayBeBelow(circle, 3, 1)).toBe(true);
});
