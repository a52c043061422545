import { type ReactNode, useEffect, useId, useRef } from 'react';
import { type Slot, fitsIn } from '#domain/pages/structure.ts';
import { CommandMenu } from '#staff/controls/CommandMenu.tsx';
import { languageHere } from '#staff/calls/editor-site.ts';
import { useSortable } from '#staff/controls/use-drag-order.ts';
import { moduleLabel } from './module-label.ts';
import { ModuleWarnings } from './ModuleWarnings.tsx';
import { type Hands, outlineCommands } from './outline-commands.ts';
import type { OutlineNode, OutlinePlace } from './outline-tree.ts';
import type { DraftWarning } from './use-draft-warnings.ts';

type Shared = {
  hands: Hands;
  current: number | null;
  /** The module whose row is reached by the tab key. */
  tabbable: number | null;
  warnings: readonly DraftWarning[] | null;
  onShow: (id: number) => void;
};
type Props = Shared & { place: OutlinePlace; label: string };

function readSlot({ dataset: { parent, slot } }: HTMLElement): Slot | null {
  return parent === undefined || slot === undefined ? null : { parentId: Number(parent), slot };
}

/** The modules of one place, which take in modules of others that are dragged here. */
export function OutlinePlaceList({ place, label, ...shared }: Props): ReactNode {
  const { state, structure } = shared.hands;
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  });
  const list = useSortable<HTMLOListElement>(
    {
      handle: '[data-handle]',
      draggable: '[data-module]',
      // A list within a list is left by the edges of its rows.
      swapThreshold: 0.9,
      group: {
        name: 'modules',
        put: (to, _from, dragged) =>
          fitsIn(latest.current.structure, Number(dragged.dataset['module']), readSlot(to.el)),
      },
    },
    ({ item, from, to, oldIndex, newIndex }) => {
      const module = state.modules.find(({ id }) => String(id) === item.dataset['module']);
      if (module && (from !== to || oldIndex !== newIndex)) void structure.place(module, readSlot(to), newIndex);
    },
  );
  return (
    <ol ref={list} aria-label={label} data-parent={place.where?.parentId} data-slot={place.where?.slot}>
      {place.nodes.map((node) => (
        <OutlineRow key={node.id} node={node} {...shared} />
      ))}
    </ol>
  );
}

function OutlineRow({ node, ...shared }: Shared & { node: OutlineNode }): ReactNode {
  const { hands, current, tabbable, warnings, onShow } = shared;
  const { state, structure } = hands;
  const { id, module, places } = node;
  const warningsId = useId();
  const own = warnings?.filter(({ moduleId }) => moduleId === id) ?? [];
  const label = module ? moduleLabel(module) : 'A module that cannot be shown';
  const isTabbable = id === tabbable;
  return (
    <li data-module={id}>
      <div className="ed-tree__row">
        {module && structure.isEnglish ? (
          <span className="ed-item__handle" data-handle title="Drag to move" aria-hidden="true">
            <svg viewBox="0 0 10 16" width="10" height="16" fill="currentColor">
              <path d="M2 2h2v2H2zM6 2h2v2H6zM2 7h2v2H2zM6 7h2v2H6zM2 12h2v2H2zM6 12h2v2H6z" />
            </svg>
          </span>
        ) : null}
        <button
          type="button"
          className="ed-tree__main"
          data-row={id}
          tabIndex={isTabbable ? 0 : -1}
          aria-current={id === current ? 'true' : undefined}
          aria-describedby={own.length > 0 ? warningsId : undefined}
          onClick={() => onShow(id)}
        >
          <span className="ed-tree__title" lang={label === module?.name ? undefined : languageHere()}>
            {label}
          </span>
          {module ? (
            <span className="ed-tree__type">
              {[label === module.name ? null : module.name, module.fallback ? 'shows English' : null]
                .filter((part) => part !== null)
                .join(' · ')}
              {module.change === null ? null : (
                <>
                  {label === module.name && !module.fallback ? '' : ' · '}
                  <span className="ed-tree__change">{module.change}</span>
                </>
              )}
            </span>
          ) : null}
        </button>
        {module ? (
          <CommandMenu
            className="ed-button--small"
            about={label}
            isTabbable={isTabbable}
            isBlocked={structure.work !== null}
            commands={outlineCommands(module, hands)}
          />
        ) : null}
      </div>
      <ModuleWarnings id={warningsId} warnings={own} locale={state.locale} />
      {places.map((place) => (
        <div key={place.where?.slot} className="ed-tree__place">
          <p className="ed-tree__slot" lang={languageHere()}>
            {place.title || label}
          </p>
          <OutlinePlaceList place={place} label={`In “${place.title || label}”`} {...shared} />
        </div>
      ))}
    </li>
  );
}
