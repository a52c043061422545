import { type ReactNode, useEffect, useRef } from 'react';
import { menuLevels } from '#domain/pages/menus.ts';
import { useSortable } from '#staff/controls/use-drag-order.ts';
import type { MenuCommands } from './menu-commands.ts';
import { MenuRow } from './MenuRow.tsx';
import { type MenuTree, type NodePath, getNodeName } from './menu-tree.ts';

type Props = { level: MenuTree; parent: NodePath; commands: MenuCommands };

const readPath = (element: HTMLElement): NodePath =>
  (element.dataset['path'] ?? '').split('.').filter(Boolean).map(Number);

/** The items of a level, each with those below it. They are dragged within their level and to others. */
export function MenuLevel({ level, parent, commands }: Props): ReactNode {
  // The rules of a drag are those of the last render, not of the first.
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  const list = useSortable<HTMLOListElement>(
    {
      handle: '[data-handle]',
      draggable: '>[data-item]',
      group: { name: 'menu', put: (to, _from, item) => latest.current.accepts(readPath(item), readPath(to.el)) },
      swapThreshold: 0.65,
      emptyInsertThreshold: 3,
    },
    ({ item, from, to, oldIndex, newIndex }) => {
      if (from !== to || oldIndex !== newIndex) commands.drop(readPath(item), readPath(to), newIndex);
    },
  );
  const hasRoom = parent.length < menuLevels[commands.menu];
  if (!hasRoom && level.length === 0) return null;
  return (
    <ol ref={list} className="adm-entries" data-path={parent.join('.')}>
      {level.map((node, index) => {
        const path = [...parent, index];
        return (
          <li key={node.id} className="adm-entry" data-item={index} data-path={path.join('.')} data-entry={node.id}>
            <MenuRow {...{ node, path, commands }} />
            <MenuLevel level={node.children} parent={path} commands={commands} />
            {commands.opened === node.id && path.length < menuLevels[commands.menu] ? (
              <button
                type="button"
                className="ed-button ed-button--small adm-entry__add"
                onClick={() => commands.add(path)}
              >
                Add item below<span className="visually-hidden"> {getNodeName(node)}</span>
              </button>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}
