import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { EditorModule } from '#server/editor/editor-state.ts';
import { describeCount } from '#staff/messages/count.ts';
import { showPageBeside } from '../page-beside.ts';
import { closeOutline } from '../query.ts';
import { ToolIcon } from '#staff/controls/ToolIcon.tsx';
import { labels } from '#staff/messages/labels.ts';
import type { Hands } from './outline-commands.ts';
import { OutlinePlaceList } from './OutlinePlaceList.tsx';
import { ModuleWarnings } from './ModuleWarnings.tsx';
import { outlineTree } from './outline-tree.ts';
import { useDraftWarnings } from './use-draft-warnings.ts';
import { useModuleInView } from './use-module-in-view.ts';

type Props = Hands & {
  /** The module under the pointer or with the focus. */
  active: number | null;
  /** A dialog is open over it. */
  isBlocked: boolean;
  /** The row that gets the focus when this changes: of the module to which something was done from here. */
  wanted: { id: number | null } | null;
  /** Scrolls to a module and focuses it. */
  onShow: (id: number) => void;
};

const rowSelector = '.ed-tree__main';

/** The modules of the page as a tree, beside the page: to find one, to move it, and to see what is wrong where. */
export default function Outline({ active, isBlocked, wanted, onShow, ...hands }: Props): ReactNode {
  const { state, structure } = hands;
  const panel = useRef<HTMLElement>(null);
  const tree = useMemo(() => outlineTree(state), [state]);
  const inView = useModuleInView();
  const current = active ?? inView;
  const warnings = useDraftWarnings(state);
  const [tabbable, setTabbable] = useState<number | null>(null);
  useLayoutEffect(showPageBeside, []);
  const ids = useMemo(() => state.structure.map(({ id }) => id), [state]);
  const first = [tabbable, current].find((id) => id !== null && ids.includes(id)) ?? tree.nodes[0]?.id;

  useFocusedRow(panel, current, wanted);

  const close = () => {
    closeOutline();
    requestAnimationFrame(() => document.querySelector<HTMLElement>('#editor-root [data-control="outline"]')?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (event.nativeEvent.isComposing || event.defaultPrevented) return;
    if (key === 'Escape') {
      event.preventDefault();
      return close();
    }
    const row = target instanceof HTMLElement && target.matches(rowSelector) ? target : null;
    const module = state.modules.find(({ id }) => String(id) === row?.dataset['row']);
    if (!row) return;
    if (module && commandByKey(event, module, hands)) return event.preventDefault();
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const all = rowsIn(panel.current);
    const at = all.indexOf(row);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[key];
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  };

  return (
    // The arrow keys move within the tree, whichever of its rows has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      ref={panel}
      className="ed-sidebar ed-tree"
      aria-label={labels.outline}
      aria-hidden={isBlocked ? true : undefined}
      aria-busy={structure.work !== null}
      inert={isBlocked}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const id = Number(target.closest<HTMLElement>('[data-module]')?.dataset['module']);
        if (id > 0) setTabbable(id);
      }}
    >
      <div className="ed-sidebar__head">
        <h2 className="ed-sidebar__title">{labels.outline}</h2>
        <button type="button" className="ed-icon-button" aria-label="Close" onClick={close}>
          <ToolIcon name="close" />
        </button>
      </div>
      <ModuleWarnings
        warnings={warnings?.filter(({ moduleId }) => moduleId === null) ?? []}
        locale={state.locale}
        className="ed-tree__page-warnings"
      />
      <div className="ed-tree__list">
        <OutlinePlaceList
          place={tree}
          label="Modules of the page"
          {...{ current, hands, warnings, onShow }}
          tabbable={first ?? null}
        />
      </div>
      <p className="ed-sidebar__note" role="status">
        {describeCount(state.structure.length, 'module')}
        {warnings === null ? ', looking for warnings …' : `, ${describeCount(warnings.length, 'warning')}`}
      </p>
    </aside>
  );
}

const rowsIn = (panel: HTMLElement | null) => [...(panel?.querySelectorAll<HTMLElement>(rowSelector) ?? [])];

/** Focuses a row when the outline is opened from the bar, and the one that is wanted. */
function useFocusedRow(panel: RefObject<HTMLElement | null>, current: number | null, wanted: Props['wanted']): void {
  const focus = (id: number | null) => {
    const rows = rowsIn(panel.current);
    (rows.find((row) => row.dataset['row'] === String(id)) ?? rows[0])?.focus();
  };
  const begin = useEffectEvent(() => {
    // Not by a link that has it in its address.
    if (document.activeElement?.closest('.ed-bar')) focus(current);
  });
  useEffect(() => begin(), []);
  const takeBack = useEffectEvent((id: number | null) => {
    if (!panel.current?.contains(document.activeElement)) focus(id);
  });
  useEffect(() => {
    if (!wanted) return undefined;
    // After a dialog that was open over the page has returned the focus. A row that moves loses it.
    const frame = requestAnimationFrame(() => takeBack(wanted.id));
    return () => cancelAnimationFrame(frame);
  }, [wanted]);
}

/** Does what a key asks for with a module; false where it asks for nothing. */
function commandByKey(
  { key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent,
  module: EditorModule,
  { structure, copying, onRemove }: Hands,
): boolean {
  if (shiftKey || !structure.isEnglish) return false;
  // The browser does not get the key while a change is on its way: Ctrl+D is a bookmark otherwise.
  const isFree = structure.work === null;
  if (altKey && !ctrlKey && !metaKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
    void structure.move(module, key === 'ArrowUp' ? -1 : 1);
    return true;
  }
  if (ctrlKey !== metaKey && !altKey && key.toLowerCase() === 'd') {
    if (isFree) copying.duplicate(module);
    return true;
  }
  if (key === 'Delete' && !altKey && !ctrlKey && !metaKey) {
    if (isFree) onRemove(module);
    return true;
  }
  return false;
}
