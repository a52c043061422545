import { type RefObject, useState } from 'react';
import { useFormState } from 'react-hook-form';
import type { Locale } from '#domain/locales.ts';
import type { MenuName } from '#domain/menus.ts';
import { valueAt } from '#domain/objects.ts';
import { focusSoon } from '#editor/form/focus-soon.ts';
import { type LeadWords } from './lead-words.ts';
import { messageIn } from '../../records/message-in.ts';
import type { MenuCommands } from './menu-commands.ts';
import {
  type MenuNode,
  type NodePath,
  type Way,
  changeNode,
  checkPlace,
  insertNode,
  levelAt,
  moveNode,
  nameOf,
  newNode,
  nodeAt,
  removeNode,
  stepOf,
  withPrivacy,
} from './menu-tree.ts';
import type { useMenuTree } from './use-menu-tree.ts';

type Given = {
  path: string;
  menu: MenuName;
  beside: Locale | null;
  root: RefObject<HTMLElement | null>;
  wordsOf: (node: MenuNode) => LeadWords;
};

/** What can be done with the items of a menu; `news` says what was done. */
export function useMenuCommands(
  { path: field, menu, beside, root, wordsOf }: Given,
  items: ReturnType<typeof useMenuTree>,
) {
  const { tree, change } = items;
  const { errors, submitCount } = useFormState({ name: field });
  const [opened, open] = useState<string | null>(null);
  const [news, setNews] = useState('');

  const focusEntry = (id: string, selectors: readonly string[]) => focusIn(root, id, selectors);
  const moveTo = (from: NodePath, to: { parent: NodePath; index: number }): MenuNode | null => {
    const node = nodeAt(tree, from);
    const moved = moveNode(menu, tree, from, to);
    if (!moved.ok || !node) {
      if (!moved.ok) setNews(moved.failure.message);
      return null;
    }
    change(moved.value.tree);
    const { path } = moved.value;
    const above = nodeAt(moved.value.tree, path.slice(0, -1));
    const where = above ? `below ${nameOf(above)}` : 'on the first level';
    const count = levelAt(moved.value.tree, path.slice(0, -1)).length;
    setNews(`${nameOf(node)} is now ${(path.at(-1) ?? 0) + 1} of ${count} ${where}.`);
    return node;
  };
  const step = (path: NodePath, way: Way) => {
    const to = stepOf(tree, path, way);
    const moved = to && moveTo(path, to);
    if (moved) focusEntry(moved.id, [`[data-move="${way}"]:enabled`, '[data-move]:enabled', '[data-label]']);
  };
  const add = (parent: NodePath) => {
    const node = newNode();
    change(insertNode(tree, parent, levelAt(tree, parent).length, node));
    setNews('A new item is added at the end.');
    open(node.id);
    focusEntry(node.id, ['[data-label]']);
  };
  const remove = (path: NodePath) => {
    const node = nodeAt(tree, path);
    if (!node) return;
    const next = removeNode(tree, path);
    change(next);
    setNews(`${nameOf(node)} is deleted${node.children.length > 0 ? ', with what is below it' : ''}.`);
    const level = levelAt(next, path.slice(0, -1));
    const neighbour = level[Math.min(path.at(-1) ?? 0, level.length - 1)] ?? nodeAt(next, path.slice(0, -1));
    if (neighbour) focusEntry(neighbour.id, ['[data-edit]']);
    else focusSoon(() => root.current?.querySelector<HTMLElement>('[data-add]') ?? null);
  };
  const togglePrivacy = (path: NodePath) => {
    const next = withPrivacy(tree, path);
    change(next);
    open(nodeAt(next, path)?.id ?? null);
  };
  const commands: MenuCommands = {
    menu,
    beside,
    opened,
    open,
    wordsOf,
    errorAt: (path) => (submitCount === 0 ? null : messageIn(valueAt(errors, placeOf(field, path)), 'children')),
    edit: (path, subject, edited) =>
      change(changeNode(tree, path, edited), subject === null ? null : `${subject} of ${path.join('.')}`),
    add,
    remove,
    canStep: (path, way) => {
      const node = nodeAt(tree, path);
      const to = stepOf(tree, path, way);
      return node !== null && to !== null && checkPlace(menu, node, path, to.parent).ok;
    },
    step,
    accepts: (from, parent) => {
      const node = nodeAt(tree, from);
      return node !== null && checkPlace(menu, node, from, parent).ok;
    },
    drop: (from, parent, index) => void moveTo(from, { parent, index }),
    togglePrivacy,
  };
  return { commands, news };
}

/** Focuses the first of some controls of an item after the next render. */
function focusIn(root: RefObject<HTMLElement | null>, id: string, selectors: readonly string[]): void {
  focusSoon(() => {
    const entry = root.current?.querySelector(`[data-entry="${CSS.escape(id)}"] > .adm-entry__box`);
    return selectors.map((selector) => entry?.querySelector<HTMLElement>(selector)).find(Boolean) ?? null;
  });
}

function placeOf(field: string, path: NodePath): (string | number)[] {
  return [field, ...path.flatMap((index, depth) => (depth === 0 ? [index] : ['children', index]))];
}
