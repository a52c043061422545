import { type MenuName, menuLevels, privacyItem, tooDeep } from '#domain/pages/menus.ts';
import { isRecord } from '#domain/objects.ts';
import type { Locale } from '#domain/locales.ts';
import { type Result, fail, ok } from '#domain/result.ts';

export type Texts = Partial<Record<Locale, string>>;
/** An item of a menu in its form; what the form does not show stays as it is. */
export type MenuNode = {
  id: string;
  label: Texts;
  description?: Texts;
  link: number | null;
  children: readonly MenuNode[];
};
export type MenuTree = readonly MenuNode[];
/** Indexes from the first level on: `[0, 2]` is the third item below the first one. */
export type NodePath = readonly number[];
export type Way = 'up' | 'down' | 'in' | 'out';

/** The items of a menu as they are stored, or were typed: what is missing is empty. */
export function readTree(value: unknown): MenuTree {
  if (!Array.isArray(value)) return [];
  return value.map((item: unknown): MenuNode => {
    const own = isRecord(item) ? item : {};
    const { id, link, description } = own;
    return {
      ...own,
      id: typeof id === 'string' ? id : '',
      label: readTexts(own['label']),
      ...(description === undefined ? {} : { description: readTexts(description) }),
      link: typeof link === 'number' ? link : null,
      children: readTree(own['children']),
    };
  });
}

function readTexts(value: unknown): Texts {
  return isRecord(value) ? value : {};
}

/** What an item is called in messages. */
export function getNodeName({ label }: MenuNode): string {
  return label.en?.trim() || Object.values(label).find((text) => text.trim() !== '') || 'New item';
}

export function nodeAt(tree: MenuTree, [index = -1, ...rest]: NodePath): MenuNode | null {
  const node = tree[index];
  if (!node) return null;
  return rest.length === 0 ? node : nodeAt(node.children, rest);
}

/** The items at a level: those of the menu, or those below an item. */
export function levelAt(tree: MenuTree, parent: NodePath): MenuTree {
  return parent.length === 0 ? tree : (nodeAt(tree, parent)?.children ?? []);
}

function withLevel(tree: MenuTree, parent: NodePath, change: (level: MenuTree) => MenuTree): MenuTree {
  const [index, ...rest] = parent;
  if (index === undefined) return change(tree);
  return tree.map((node, at) => (at === index ? { ...node, children: withLevel(node.children, rest, change) } : node));
}

export function changeNode(tree: MenuTree, path: NodePath, change: (node: MenuNode) => MenuNode): MenuTree {
  const index = path.at(-1);
  return withLevel(tree, path.slice(0, -1), (level) => level.map((node, at) => (at === index ? change(node) : node)));
}

export function removeNode(tree: MenuTree, path: NodePath): MenuTree {
  const index = path.at(-1);
  return withLevel(tree, path.slice(0, -1), (level) => level.filter((_, at) => at !== index));
}

export function insertNode(tree: MenuTree, parent: NodePath, index: number, node: MenuNode): MenuTree {
  return withLevel(tree, parent, (level) => level.toSpliced(index, 0, node));
}

/** How many levels an item takes, with what is below it. */
function measureHeight({ children }: MenuNode): number {
  return 1 + Math.max(0, ...children.map(measureHeight));
}

/** Whether an item may be put below another one; why not, as a sentence. */
export function checkPlace(menu: MenuName, node: MenuNode, from: NodePath, parent: NodePath): Result<null> {
  if (from.every((index, at) => parent[at] === index)) return fail('invalid', 'An item cannot be below itself.');
  return parent.length + measureHeight(node) > menuLevels[menu] ? fail('invalid', tooDeep(menu)) : ok(null);
}

/**
 * Moves an item to a place of another level, or of its own.
 * @param to the level, and the index there once the item has left its place
 */
export function moveNode(
  menu: MenuName,
  tree: MenuTree,
  from: NodePath,
  to: { parent: NodePath; index: number },
): Result<{ tree: MenuTree; path: NodePath }> {
  const node = nodeAt(tree, from);
  if (!node) return fail('not-found', 'The item is not there any more.');
  const place = checkPlace(menu, node, from, to.parent);
  if (!place.ok) return place;
  const parent = afterRemoval(to.parent, from);
  return ok({ tree: insertNode(removeNode(tree, from), parent, to.index, node), path: [...parent, to.index] });
}

/** A path once an item has left its place: what comes after it on its level moves up. */
function afterRemoval(path: NodePath, removed: NodePath): NodePath {
  const level = removed.length - 1;
  const own = path[level];
  const gone = removed[level];
  const isBeside = own !== undefined && gone !== undefined && removed.slice(0, -1).every((at, i) => path[i] === at);
  return isBeside && own > gone ? path.with(level, own - 1) : path;
}

/** Where a step leads; null where there is nothing in that direction. */
export function findStep(tree: MenuTree, path: NodePath, way: Way): { parent: NodePath; index: number } | null {
  const parent = path.slice(0, -1);
  const index = path.at(-1) ?? 0;
  switch (way) {
    case 'up':
      return index > 0 ? { parent, index: index - 1 } : null;
    case 'down':
      return index + 1 < levelAt(tree, parent).length ? { parent, index: index + 1 } : null;
    case 'in': {
      const above = [...parent, index - 1];
      return index > 0 ? { parent: above, index: levelAt(tree, above).length } : null;
    }
    case 'out': {
      const outer = parent.at(-1);
      return outer === undefined ? null : { parent: parent.slice(0, -1), index: outer + 1 };
    }
  }
}

/** The ids of all links that a menu names, in ascending order. */
export function listLinks(tree: MenuTree): number[] {
  const ids = new Set<number>();
  const visit = ({ link, children }: MenuNode): void => {
    if (link !== null) ids.add(link);
    children.forEach(visit);
  };
  tree.forEach(visit);
  return [...ids].toSorted((a, b) => a - b);
}

export function newNode(): MenuNode {
  return { id: `item-${crypto.randomUUID().slice(0, 8)}`, label: { en: '' }, link: null, children: [] };
}

/** The menu with this item as the one that leads to the privacy notice, or without one if it was. */
export function withPrivacy(tree: MenuTree, path: NodePath): MenuTree {
  const isIt = nodeAt(tree, path)?.id === privacyItem;
  const others = tree.map((node) => (node.id === privacyItem ? { ...node, id: newNode().id } : node));
  return isIt ? others : changeNode(others, path, (node) => ({ ...node, id: privacyItem }));
}
