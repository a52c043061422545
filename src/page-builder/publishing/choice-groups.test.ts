import { expect, it } from 'vitest';
import { choiceGroups } from './choice-groups.ts';

type State = Parameters<typeof choiceGroups>[0];

const module = (id: number, title: string): State['modules'][number] => ({
  id,
  type: 'HERO',
  name: 'Header 1 - Home',
  parentId: null,
  slot: null,
  data: {},
  version: 1,
  fallback: false,
  english: null,
  title,
  change: null,
  shared: null,
});
const ofModule = (moduleId: number, title: string) => ({ moduleId, type: 'HERO', title, saved: null });

it('lists what waits by language, in the order of the page', () => {
  const state: State = {
    locale: 'en',
    isPublished: true,
    modules: [module(3, 'Third'), module(1, 'First'), module(2, 'Second')],
    changes: [
      { ...ofModule(3, 'Third'), what: 'added' },
      { ...ofModule(1, 'First'), what: 'moved' },
      { ...ofModule(2, 'Second'), what: 'changed', locale: 'en' },
      { ...ofModule(1, 'Erste'), what: 'changed', locale: 'de' },
      { what: 'details', locale: 'de', how: 'changed', fields: ['title'], saved: null },
      { what: 'parent' },
    ],
    waiting: ['1:de', '2:en', '3:de', 'parent', 'settings:de', 'structure'],
    titles: { '3:de': 'Dritte' },
  };
  expect(
    choiceGroups(state).map(({ locale, lines }) => [
      locale,
      ...lines.map(({ name, title, what }) => [name, title, what]),
    ]),
  ).toEqual([
    [
      'en',
      ['Page settings', '', 'Put below another page'],
      ['Modules and their order', '', '1 added, 1 moved'],
      ['Header 1 - Home', 'Second', 'Text'],
    ],
    [
      'de',
      ['Page settings', '', 'Changed in German: title'],
      ['Header 1 - Home', 'Dritte', 'Text of the new module'],
      ['Header 1 - Home', 'Erste', 'Text'],
    ],
  ]);
});

it('lists all of a page that is not published', () => {
  const state: State = {
    locale: 'en',
    isPublished: false,
    modules: [module(1, 'First')],
    changes: [],
    waiting: ['settings:de', 'settings:en', 'structure', '1:de'],
    titles: {},
  };
  expect(choiceGroups(state).flatMap(({ lines }) => lines.map(({ what }) => what))).toEqual([
    'Title, address, description',
    '1 module',
    'Title, address, description',
    'Text of the new module',
  ]);
});

it('chooses of a language what is live without the others', () => {
  const state: State = {
    locale: 'en',
    isPublished: true,
    modules: [module(1, 'First'), module(2, 'New')],
    changes: [
      { ...ofModule(2, 'New'), what: 'added' },
      { ...ofModule(1, 'Erste'), what: 'changed', locale: 'de' },
    ],
    waiting: ['structure', '1:de', '2:de', '2:jp'],
    titles: {},
  };
  const alone = new Map(choiceGroups(state).map((group) => [group.locale, group.alone]));
  expect(alone.get('en')).toEqual(['structure']);
  expect(alone.get('de')).toEqual(['1:de']);
  // Nothing else waits in Japanese: the plan says what it needs.
  expect(alone.get('jp')).toEqual(['2:jp']);
});

it('says in which language a title is', () => {
  const state: State = {
    locale: 'de',
    isPublished: true,
    modules: [module(1, 'Erste'), module(2, 'Neu')],
    changes: [
      { ...ofModule(1, '最初'), what: 'changed', locale: 'jp' },
      { ...ofModule(2, 'New'), what: 'added' },
    ],
    waiting: ['1:jp', '2:jp', 'structure'],
    titles: {},
  };
  expect(
    choiceGroups(state).flatMap(({ lines }) => lines.map(({ title, titleLocale }) => [title, titleLocale])),
  ).toEqual([
    ['', undefined],
    ['最初', 'jp'],
    ['Neu', 'de'],
  ]);
});
