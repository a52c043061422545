import { type RefObject, useState } from 'react';
import { useFormState } from 'react-hook-form';
import type { Locale } from '#domain/locales.ts';
import type { MenuName } from '#domain/pages/menus.ts';
import { valueAt } from '#domain/objects.ts';
import { focusAfter } from '#staff/controls/focus-after.ts';
import { type LeadText } from '#admin/messages/menu-lead.ts';
import { messageIn } from '../../records/message-in.ts';
import type { MenuCommands } from './menu-commands.ts';
import {
  type MenuNode,
  type MenuTree,
  type NodePath,
  type Way,
  changeNode,
  checkPlace,
  insertNode,
  levelAt,
  moveNode,
  getNodeName,
  newNode,
  nodeAt,
  removeNode,
  findStep,
  withPrivacy,
} from './menu-tree.ts';
import type { useMenuTree } from './use-menu-tree.ts';

type Options = {
  path: string;
  menu: MenuName;
  beside: Locale | null;
  root: RefObject<HTMLElement | null>;
  wordsOf: (node: MenuNode) => LeadText;
};

/** What can be done with the items of a menu; `news` says what was done. */
export function useMenuCommands(
  { path: field, menu, beside, root, wordsOf }: Options,
  items: ReturnType<typeof useMenuTree>,
) {
  const { tree, change } = items;
  const { errors, submitCount } = useFormState({ name: field });
  const [opened, open] = useState<string | null>(null);
  const [news, setNews] = useState('');

  const moveTo = (from: NodePath, to: { parent: NodePath; index: number }) => {
    const node = nodeAt(tree, from);
    const moved = moveNode(menu, tree, from, to);
    if (!moved.ok) return setNews(moved.failure.message);
    change(moved.value.tree);
    if (node) setNews(`${getNodeName(node)} is now ${describePlace(moved.value.tree, moved.value.path)}.`);
  };
  const accepts = (from: NodePath, parent: NodePath | null) => {
    const node = nodeAt(tree, from);
    return node !== null && parent !== null && checkPlace(menu, node, from, parent).ok;
  };
  const step = (path: NodePath, way: Way) => {
    const to = findStep(tree, path, way);
    const id = nodeAt(tree, path)?.id;
    if (!to || id === undefined) return;
    focusAfter(
      () => moveTo(path, to),
      () => findControl(root, id, [`[data-move="${way}"]:enabled`, '[data-move]:enabled', '[data-label]']),
    );
  };
  const add = (parent: NodePath) => {
    const node = newNode();
    focusAfter(
      () => {
        change(insertNode(tree, parent, levelAt(tree, parent).length, node));
        setNews('A new item is added at the end.');
        open(node.id);
      },
      () => findControl(root, node.id, ['[data-label]']),
    );
  };
  const remove = (path: NodePath) => {
    const node = nodeAt(tree, path);
    if (!node) return;
    const next = removeNode(tree, path);
    const level = levelAt(next, path.slice(0, -1));
    const neighbour = level[Math.min(path.at(-1) ?? 0, level.length - 1)] ?? nodeAt(next, path.slice(0, -1));
    const announcement = `${getNodeName(node)} is deleted${node.children.length > 0 ? ', with what is below it' : ''}.`;
    focusAfter(
      () => {
        change(next);
        setNews(announcement);
      },
      () => (neighbour ? findControl(root, neighbour.id, ['[data-edit]']) : addButton(root)),
    );
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
    errorAt: (path) => (submitCount === 0 ? null : messageIn(valueAt(errors, toFormPath(field, path)), 'children')),
    edit: (path, subject, edited) =>
      change(changeNode(tree, path, edited), subject === null ? null : `${subject} of ${path.join('.')}`),
    add,
    remove,
    canStep: (path, way) => accepts(path, findStep(tree, path, way)?.parent ?? null),
    step,
    accepts,
    drop: (from, parent, index) => moveTo(from, { parent, index }),
    togglePrivacy,
  };
  return { commands, news };
}

/** "2 of 3 below Products" */
function describePlace(tree: MenuTree, path: NodePath): string {
  const above = nodeAt(tree, path.slice(0, -1));
  const count = levelAt(tree, path.slice(0, -1)).length;
  return `${(path.at(-1) ?? 0) + 1} of ${count} ${above ? `below ${getNodeName(above)}` : 'on the first level'}`;
}

/** The first of some controls of an item that it has. */
function findControl(
  root: RefObject<HTMLElement | null>,
  id: string,
  selectors: readonly string[],
): HTMLElement | null {
  const entry = root.current?.querySelector(`[data-entry="${CSS.escape(id)}"] > .adm-entry__box`);
  return selectors.map((selector) => entry?.querySelector<HTMLElement>(selector)).find(Boolean) ?? null;
}

function addButton(root: RefObject<HTMLElement | null>): HTMLElement | null {
  return root.current?.querySelector<HTMLElement>('[data-add]') ?? null;
}

function toFormPath(field: string, path: NodePath): (string | number)[] {
  return [field, ...path.flatMap((index, depth) => (depth === 0 ? [index] : ['children', index]))];
}
