import { expect, it } from 'vitest';
import { getKind } from '../kinds.ts';

const item = (id: string, ...children: object[]) => ({ id, label: { en: id.toUpperCase() }, children });

function issuesOf(name: string, ...items: object[]): readonly { path: readonly unknown[]; message: string }[] {
  const parsed = getKind('menu').parse({ kind: 'menu', id: 1, site: 'main', name, items });
  return parsed.ok ? parsed.record.issues : parsed.issues;
}

it('refuses an item that is below itself, and one that is there twice', () => {
  expect(issuesOf('main', item('a', item('b', item('a'))))).toEqual([
    {
      path: ['items', 0, 'children', 0, 'children', 0, 'id'],
      message: '“A” is below itself. Remove it here, or give it an id of its own.',
    },
  ]);
  expect(issuesOf('main', item('a'), item('a'))).toMatchObject([{ message: 'The item a is there twice' }]);
});

it.each([
  ['main', 3],
  ['footer', 2],
  ['legal', 1],
])('shows the levels of the menu %s, and refuses what is deeper', (name, levels) => {
  const nest = (depth: number): object => item(`l${depth}`, ...(depth > 1 ? [nest(depth - 1)] : []));
  expect(issuesOf(name, nest(levels))).toEqual([]);
  expect(issuesOf(name, nest(levels + 1))).toMatchObject([{ message: expect.stringContaining('is not shown') }]);
});
