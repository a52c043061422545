import { expect, it } from 'vitest';
import { checkStaleTexts } from './check-stale-texts.ts';

const modules = [
  {
    id: 7,
    type: 'LINK_LIST' as const,
    data: {
      links: [
        { id: 'a', title: 'x' },
        { id: 'b', linkTitle: 'Mehr' },
      ],
    },
    fallback: false,
  },
];

it('names the field of a text that is older than its English, with what that said', () => {
  const stale = [
    { moduleId: 7, place: 'links.b.linkTitle', locale: 'de' as const, before: 'Read\n more' },
    { moduleId: null, place: 'title', locale: 'de' as const, before: null },
    // Of another language, and of an item that is not there.
    { moduleId: 7, place: 'links.b.linkTitle', locale: 'jp' as const, before: null },
    { moduleId: 7, place: 'links.c.linkTitle', locale: 'de' as const, before: null },
    { moduleId: 8, place: 'title', locale: 'de' as const, before: null },
  ];
  expect(checkStaleTexts(stale, modules, 'de')).toEqual([
    {
      kind: 'stale',
      locale: 'de',
      moduleId: 7,
      path: ['links', 1, 'linkTitle'],
      message: 'The English text has changed since: it said “Read more”.',
    },
    { kind: 'stale', locale: 'de', moduleId: null, path: ['title'], message: 'The English text has changed since.' },
  ]);
});
