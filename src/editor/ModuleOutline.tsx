import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { EditorModule, EditorState } from '#server/editor/editor-state.ts';
import { Frame } from './Frame.tsx';
import { type Control, type ModuleFocus, takeModuleToFocus } from './focus-module.ts';
import { elementOf, reveal } from './module-element.ts';
import { ModuleTools } from './ModuleTools.tsx';
import type { Structure } from './use-structure.ts';

type Props = {
  state: EditorState;
  structure: Structure;
  /** Where the bar has room for the buttons that step through the modules. */
  steps: HTMLElement | null;
  /** A dialog is open: the page behind it is not to be worked with. */
  isBlocked: boolean;
  onRemove: (module: EditorModule) => void;
};

function idUnder(target: EventTarget | null): number | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('main [data-module-id]') : null;
  const id = Number(element?.dataset['moduleId']);
  return Number.isInteger(id) && id > 0 ? id : null;
}

/** The modules in the order in which they are read: those in slots after the beginning of what contains them. */
function inReadingOrder(modules: readonly EditorModule[]): EditorModule[] {
  const shown = [...document.querySelectorAll<HTMLElement>('main [data-module-id]')];
  return shown.flatMap((element) => modules.find(({ id }) => id === Number(element.dataset['moduleId'])) ?? []);
}

function tools(): HTMLElement | null {
  return document.querySelector<HTMLElement>('#editor-root .ed-frame__tools');
}

function focusTool(control: Control): void {
  // The frame is there with the next frame that the browser draws.
  requestAnimationFrame(() =>
    tools()?.querySelector<HTMLElement>(`[data-control="${control}"]`)?.focus({ preventScroll: true }),
  );
}

/**
 * The outline around the module under the pointer or with the focus, and what can be done with it. It is laid over the page
 * and takes no room in it. The bar steps through the modules for whoever works with the keyboard.
 */
export function ModuleOutline({ state, structure, steps, isBlocked, onRemove }: Props): ReactNode {
  const { modules } = state;
  // The pointer may have been there before the editor was.
  const [active, setActive] = useState(() =>
    idUnder([...document.querySelectorAll('main [data-module-id]:hover')].at(-1) ?? null),
  );
  const [said, setSaid] = useState('');
  const order = useMemo(() => inReadingOrder(modules), [modules]);

  useEffect(() => {
    if (said === '') return undefined;
    const timer = setTimeout(() => setSaid(''), 8000);
    return () => clearTimeout(timer);
  }, [said]);

  const index = order.findIndex(({ id }) => id === active);
  const module = order[index];
  const wanted = useRef<{ moduleId: number; control: Control } | null>(null);

  usePointedModule((id) => {
    wanted.current = null;
    setActive(id);
  }, setActive);

  // Back from a dialog, or the draft was read anew: where the editor was, and what has been done.
  useEffect(() => {
    const focus = isBlocked ? null : takeModuleToFocus();
    if (!focus) return;
    const restore = () => {
      const moduleId = showModule(focus, order);
      if (moduleId === null) document.querySelector<HTMLElement>('#editor-root [data-control="add-last"]')?.focus();
      else {
        setActive(moduleId);
        wanted.current = { moduleId, control: focus.control };
      }
      setSaid(focus.said);
    };
    // Until the page has loaded the browser itself brings it to where it was.
    if (document.readyState === 'complete') restore();
    else addEventListener('load', () => setTimeout(restore, 0), { once: true });
  }, [isBlocked, order]);

  // As soon as this module's buttons are there: a new one is drawn only after its window has closed, and until then those of
  // another module may be. A window that has just closed gives the focus back in the same frame, before this.
  useEffect(() => {
    if (!wanted.current || wanted.current.moduleId !== module?.id || isBlocked) return;
    const { control } = wanted.current;
    wanted.current = null;
    focusTool(control);
  });

  const step = (by: number) => {
    const next = order[index === -1 ? (by > 0 ? 0 : order.length - 1) : index + by];
    if (!next) return;
    reveal(next.id);
    setActive(next.id);
    focusTool('edit');
  };

  return (
    <>
      {module ? (
        <Frame key={module.id} target={elementOf(module.id)} isHidden={isBlocked}>
          <ModuleTools state={state} module={module} structure={structure} onRemove={onRemove} />
        </Frame>
      ) : null}
      <p className="ed-said" role="status" hidden={isBlocked}>
        {said}
      </p>
      {steps &&
        createPortal(
          <Steps isFirst={index === 0} isLast={order.length === 0 || index === order.length - 1} onStep={step} />,
          steps,
        )}
    </>
  );
}

/** Whether a module whose top is put there shows enough of itself to be recognised. */
function isInView(element: HTMLElement, top: number): boolean {
  const { height } = element.getBoundingClientRect();
  return top < innerHeight - 200 && top + height > 200;
}

type StepsProps = { isFirst: boolean; isLast: boolean; onStep: (by: -1 | 1) => void };

function Steps({ isFirst, isLast, onStep }: StepsProps): ReactNode {
  return (
    <>
      <button type="button" className="ed-button ed-button--quiet" disabled={isFirst} onClick={() => onStep(-1)}>
        <span>
          Previous
          <span className="ed-bar__long"> module</span>
        </span>
      </button>
      <button type="button" className="ed-button ed-button--quiet" disabled={isLast} onClick={() => onStep(1)}>
        <span>
          Next
          <span className="ed-bar__long"> module</span>
        </span>
      </button>
    </>
  );
}

/** Brings a module to where it was on the screen; answers with the one that is shown, null where there is none. */
function showModule({ moduleId: wanted, top }: ModuleFocus, order: readonly EditorModule[]): number | null {
  // A module that is not on the page gives its turn to the last one.
  const moduleId = wanted !== null && elementOf(wanted) ? wanted : order.at(-1)?.id;
  const element = moduleId === undefined ? null : elementOf(moduleId);
  if (moduleId === undefined || !element) return null;
  if (top === null || !isInView(element, top)) reveal(moduleId, 'instant');
  else scrollBy({ top: element.getBoundingClientRect().top - top, behavior: 'instant' });
  return moduleId;
}

/** Tells which module is pointed at, null for none, and which has the focus. */
function usePointedModule(onPoint: (id: number | null) => void, onFocus: (id: number) => void): void {
  const latest = useRef({ onPoint, onFocus });
  useEffect(() => {
    latest.current = { onPoint, onFocus };
  });
  useEffect(() => {
    const root = document.getElementById('editor-root');
    // Where a pointer was last seen to move; null on a page that is told only that a mouse lies there.
    let last: { x: number; y: number } | null = null;
    let wheeledAt = -Infinity;
    const onWheel = ({ timeStamp }: Event) => {
      wheeledAt = timeStamp;
    };
    const point = ({ target }: PointerEvent) => {
      // Moving onto the outline's own buttons keeps the module that they belong to.
      if (target instanceof Node && root?.contains(target)) return;
      const id = idUnder(target);
      // Pointing at nothing takes no buttons away from the keyboard.
      if (id === null && tools()?.contains(document.activeElement)) return;
      latest.current.onPoint(id);
    };
    const onEnter = (event: PointerEvent) => {
      const isAtRest =
        event.pointerType === 'mouse' && (last === null || (event.screenX === last.x && event.screenY === last.y));
      // What appears under a pointer at rest is pointed at by nobody, unless they turn the wheel.
      if (!isAtRest || event.timeStamp - wheeledAt <= 1000) point(event);
    };
    const onMove = (event: PointerEvent) => {
      const isFirst = last === null;
      last = { x: event.screenX, y: event.screenY };
      if (isFirst) point(event);
    };
    const onFocusIn = (event: Event) => {
      const id = idUnder(event.target);
      if (id !== null) latest.current.onFocus(id);
    };
    document.addEventListener('wheel', onWheel, { passive: true });
    document.addEventListener('pointerover', onEnter);
    document.addEventListener('pointermove', onMove);
    document.addEventListener('focusin', onFocusIn);
    return () => {
      document.removeEventListener('wheel', onWheel);
      document.removeEventListener('pointerover', onEnter);
      document.removeEventListener('pointermove', onMove);
      document.removeEventListener('focusin', onFocusIn);
    };
  }, []);
}
