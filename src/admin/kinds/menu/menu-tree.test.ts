import { describe, expect, it } from 'vitest';
import { type MenuTree, type Way, listLinks, moveNode, readTree, findStep } from './menu-tree.ts';

/** `a b(c d(e))` as items with these ids. */
function tree(written: string): MenuTree {
  const tokens = written.match(/\w+|[()]/g) ?? [];
  const level = (): unknown[] => {
    const items: { id: string; children: unknown[] }[] = [];
    for (let token = tokens.shift(); token !== undefined && token !== ')'; token = tokens.shift()) {
      const last = items.at(-1);
      if (token === '(' && last) last.children = level();
      else items.push({ id: token, children: [] });
    }
    return items;
  };
  return readTree(level());
}

function text(items: MenuTree): string {
  return items.map(({ id, children }) => (children.length > 0 ? `${id}(${text(children)})` : id)).join(' ');
}

describe('moving an item of a menu', () => {
  it.each<[string, number[], Way, string]>([
    ['a b c', [1], 'up', 'b a c'],
    ['a b c', [1], 'down', 'a c b'],
    ['a b c', [1], 'in', 'a(b) c'],
    ['a(x) b', [1], 'in', 'a(x b)'],
    ['a(x y) b', [0, 0], 'out', 'a(y) x b'],
    ['a(x(u v)) b', [0, 0, 1], 'out', 'a(x(u) v) b'],
  ])('%s: the item at %j %s', (before, path, way, after) => {
    const items = tree(before);
    const to = findStep(items, path, way);
    const moved = to && moveNode('main', items, path, to);
    expect(moved?.ok && text(moved.value.tree)).toBe(after);
  });

  it.each<[number[], Way]>([
    [[0], 'up'],
    [[1], 'down'],
    [[0], 'in'],
    [[0], 'out'],
  ])('leads nowhere from %j %s', (path, way) => expect(findStep(tree('a b'), path, way)).toBeNull());

  it('follows a level that moves up when the item leaves', () => {
    const moved = moveNode('main', tree('a b(x)'), [0], { parent: [1], index: 1 });
    expect(moved.ok && [text(moved.value.tree), moved.value.path]).toEqual(['b(x a)', [0, 1]]);
  });

  it('refuses a place below the item itself', () => {
    expect(moveNode('main', tree('a(x)'), [0], { parent: [0, 0], index: 0 })).toMatchObject({
      ok: false,
      failure: { message: 'An item cannot be below itself.' },
    });
  });

  it('refuses a level that is not shown, with what is below the item', () => {
    const deep = tree('a b(x(y))');
    const refused = moveNode('main', deep, [1], { parent: [0], index: 0 });
    expect(refused).toMatchObject({ ok: false, failure: { message: expect.stringContaining('three levels') } });
    expect(moveNode('footer', tree('a(x) b'), [1], { parent: [0, 0], index: 0 }).ok).toBe(false);
    expect(moveNode('legal', tree('a b'), [1], { parent: [0], index: 0 }).ok).toBe(false);
  });
});

it('keeps what it does not know, and names the links of all levels', () => {
  const items = readTree([
    {
      id: 'a',
      image: 7,
      link: 9,
      label: { en: 'A' },
      children: [
        { id: 'b', link: 3 },
        { id: 'c', link: 9 },
      ],
    },
  ]);
  expect(items[0]).toMatchObject({ image: 7, label: { en: 'A' } });
  expect(listLinks(items)).toEqual([3, 9]);
});
