import {
  type ReactNode,
  type RefObject,
  Suspense,
  lazy,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import type { EditorModule, EditorState } from '#server/editor/editor-state.ts';
import type { Copying } from './copying/use-copying.ts';
import { Frame } from './Frame.tsx';
import { type Control, type ModuleFocus, takeModuleToFocus } from './focus-module.ts';
import { findModuleElement, reveal } from './module-element.ts';
import { ModuleTools } from './ModuleTools.tsx';
import { boxOnPage, topInWindow } from './page-box.ts';
import { type Announced, Announcement } from './Announcement.tsx';
import { ToolIcon } from '#staff/controls/ToolIcon.tsx';
import { useTyping } from './places/use-typing.tsx';
import type { Undo } from './use-undo.ts';
import { useModuleKeys } from './use-module-keys.ts';
import type { Structure } from './use-structure.ts';

const Outline = lazy(() => import('./outline/Outline.tsx'));

type Props = {
  state: EditorState;
  structure: Structure;
  /** The element of the bar for the buttons that step through the modules. */
  steps: HTMLElement | null;
  /** A dialog is open: the page behind it is inert. */
  isBlocked: boolean;
  /** The outline of the page is open. */
  hasOutline: boolean;
  undo: Undo;
  copying: Copying;
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
  // The overlay is rendered in the next animation frame.
  requestAnimationFrame(() =>
    tools()?.querySelector<HTMLElement>(`[data-control="${control}"]`)?.focus({ preventScroll: true }),
  );
}

/**
 * The outline around the module under the pointer or with the focus, and its toolbar: an overlay outside of the page's
 * layout. The bar steps through the modules for keyboard users.
 */
export function ModuleOutline(props: Props): ReactNode {
  const { state, structure, steps, isBlocked, hasOutline, undo, copying, onRemove } = props;
  const { modules } = state;
  const [active, setActive] = useState<number | null>(null);
  const [done, setDone] = useState<Announced | null>(null);
  const order = useMemo(() => inReadingOrder(modules), [modules]);

  const index = order.findIndex(({ id }) => id === active);
  const module = order[index];
  const wantedRef = useRef<WantedTool>(null);
  const isOutlineInHand = useHand();
  const [row, setRow] = useState<{ id: number | null } | null>(null);

  usePointedModule((id) => {
    wantedRef.current = null;
    setActive(id);
  }, setActive);

  // After a dialog or a refresh: restores the scroll position and the focus, and announces what was done.
  useEffect(() => {
    const focus = isBlocked ? null : takeModuleToFocus();
    if (!focus) return;
    const restore = () => {
      setDone(toAnnounced(focus));
      if (isOfPage(focus)) return;
      const moduleId = showModule(focus, order);
      if (isOutlineInHand()) {
        setActive(moduleId);
        setRow({ id: moduleId });
      } else if (moduleId === null) focusAddButton();
      else {
        setActive(moduleId);
        if (focus.control !== null) wantedRef.current = { moduleId, control: focus.control };
      }
    };
    // While the page is loading, the browser restores the scroll position itself.
    if (document.readyState === 'complete') restore();
    else addEventListener('load', () => setTimeout(restore, 0), { once: true });
  }, [isBlocked, order, isOutlineInHand]);
  useWantedTool(wantedRef, module, isBlocked);

  const onAnnounce = (announcement: string) => setDone({ announcement, offer: null });
  const { onType, typing } = useTyping(state, isBlocked, () => focusTool('edit'));
  useModuleKeys({ state, structure, copying, module, isBlocked, onAnnounce, onType });
  useHideKey(isBlocked, () => setActive(null));

  const step = (by: number) => {
    const next = order[index === -1 ? (by > 0 ? 0 : order.length - 1) : index + by];
    if (!next) return;
    reveal(next.id);
    setActive(next.id);
    focusTool('edit');
  };

  return (
    <>
      {hasOutline ? (
        <Suspense>
          <Outline
            {...{ state, structure, copying, active, isBlocked, onRemove, onAnnounce }}
            wanted={row}
            onShow={(id) => {
              reveal(id);
              setActive(id);
              focusTool('edit');
            }}
          />
        </Suspense>
      ) : null}
      {module ? (
        <Frame key={module.id} target={findModuleElement(module.id)} isHidden={isBlocked || typing !== null}>
          <ModuleTools {...{ state, module, structure, copying, onRemove, onAnnounce }} />
        </Frame>
      ) : null}
      {typing}
      <Announcement done={done} undo={undo} isHidden={isBlocked} onOver={() => setDone(null)} />
      {steps &&
        createPortal(
          <Steps
            isFirst={order.length === 0 || index === 0}
            isLast={order.length === 0 || index === order.length - 1}
            onStep={step}
          />,
          steps,
        )}
    </>
  );
}

type WantedTool = { moduleId: number; control: Control } | null;

/** What is announced on the page of a focus; null for nothing. */
function toAnnounced({ announcement, offer, since }: Announced): Announced | null {
  return announcement === '' ? null : { announcement, offer, since: since ?? null };
}

/**
 * Focuses the tool that is wanted once the toolbar of its module is there: a new module is rendered only after its dialog has closed, and
 * until then the toolbar of another one may be shown. A dialog that just closed returns the focus in the same animation frame, before this.
 */
function useWantedTool(wantedRef: RefObject<WantedTool>, module: EditorModule | undefined, isBlocked: boolean): void {
  useEffect(() => {
    if (!wantedRef.current || wantedRef.current.moduleId !== module?.id || isBlocked) return;
    const { control } = wantedRef.current;
    wantedRef.current = null;
    focusTool(control);
  });
}

/** Tells whether the last thing that was used is the outline, where the focus then stays, and not the page. */
function useHand(): () => boolean {
  const isOutline = useRef(false);
  useEffect(() => {
    const notice = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      if (target.closest('.ed-tree')) isOutline.current = true;
      else if (target.closest('main, .ed-frame, .ed-bar')) isOutline.current = false;
    };
    document.addEventListener('focusin', notice);
    document.addEventListener('pointerdown', notice);
    return () => {
      document.removeEventListener('focusin', notice);
      document.removeEventListener('pointerdown', notice);
    };
  }, []);
  return useCallback(() => isOutline.current && document.querySelector('.ed-tree') !== null, []);
}

/** Escape hides the toolbar of the module under the pointer, which may be over something that is wanted: until another is pointed at. */
function useHideKey(isBlocked: boolean, onHide: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isBlocked) return;
    if (!tools()?.contains(document.activeElement)) onHide();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** Whether enough of a module is visible with its top at this position. */
function isInView(element: HTMLElement, top: number): boolean {
  const { height } = boxOnPage(element);
  return top < innerHeight - 200 && top + height > 200;
}

type StepsProps = { isFirst: boolean; isLast: boolean; onStep: (by: -1 | 1) => void };

function Steps({ isFirst, isLast, onStep }: StepsProps): ReactNode {
  return (
    <>
      <Step label="Previous module" icon="previous" isEnd={isFirst} onPress={() => onStep(-1)} />
      <Step label="Next module" icon="next" isEnd={isLast} onPress={() => onStep(1)} />
    </>
  );
}

type StepProps = { label: string; icon: 'previous' | 'next'; isEnd: boolean; onPress: () => void };

function Step({ label, icon, isEnd, onPress }: StepProps): ReactNode {
  return (
    <button type="button" className="ed-button ed-button--quiet" title={label} disabled={isEnd} onClick={onPress}>
      <ToolIcon name={icon} />
      <span className="ed-button__label">{label}</span>
    </button>
  );
}

function focusAddButton(): void {
  document.querySelector<HTMLElement>('#editor-root [data-control="add-last"]')?.focus();
}

/** What was done is about the page itself, which stays where it is. */
function isOfPage({ moduleId, control }: ModuleFocus): boolean {
  return moduleId === null && control === null;
}

/** Scrolls a module back to its position on the screen; returns the one that is shown, or null. */
function showModule(
  { moduleId: wanted, top, beside, known }: ModuleFocus,
  order: readonly EditorModule[],
): number | null {
  const instead = known && order.find(({ id }) => !known.includes(id));
  // Falls back to the last module when this one is not on the page.
  const moduleId =
    [wanted, instead?.id ?? null, beside].find((id) => id !== null && findModuleElement(id)) ?? order.at(-1)?.id;
  const element = moduleId === undefined ? null : findModuleElement(moduleId);
  if (moduleId === undefined || !element) return null;
  if (top === null || !isInView(element, top)) reveal(moduleId, 'instant');
  else scrollBy({ top: topInWindow(element) - top, behavior: 'instant' });
  return moduleId;
}

/** Reports the module under the pointer, null for none, and the one with the focus. */
function usePointedModule(onPoint: (id: number | null) => void, onFocus: (id: number) => void): void {
  const latest = useRef({ onPoint, onFocus });
  useEffect(() => {
    latest.current = { onPoint, onFocus };
  });
  useEffect(() => {
    const root = document.getElementById('editor-root');
    // The last position of the pointer; null until it moves.
    let last: { x: number; y: number } | null = null;
    let wheeledAt = -Infinity;
    // A module came below the pointer, which has to move before that counts.
    let isWaiting = true;
    const onWheel = ({ timeStamp }: Event) => {
      wheeledAt = timeStamp;
    };
    const point = ({ target }: PointerEvent) => {
      // Over the outline's own buttons, their module stays active.
      if (target instanceof Node && root?.contains(target)) return;
      const id = idUnder(target);
      // Leaving a module does not hide its toolbar while that has the focus.
      if (id === null && tools()?.contains(document.activeElement)) return;
      latest.current.onPoint(id);
    };
    const onEnter = (event: PointerEvent) => {
      const isAtRest =
        event.pointerType === 'mouse' && (last === null || (event.screenX === last.x && event.screenY === last.y));
      // A module that scrolls under a resting pointer becomes active only when the wheel was turned.
      isWaiting = isAtRest && event.timeStamp - wheeledAt > 1000;
      if (!isWaiting) point(event);
    };
    const onMove = (event: PointerEvent) => {
      const hasMoved = last === null || event.screenX !== last.x || event.screenY !== last.y;
      last = { x: event.screenX, y: event.screenY };
      if (!isWaiting || !hasMoved) return;
      isWaiting = false;
      point(event);
    };
    const onFocusIn = (event: Event) => {
      const id = idUnder(event.target);
      if (id !== null) latest.current.onFocus(id);
      // The toolbar may be over the page's header, where the focus has to be seen.
      else if (event.target instanceof Element && event.target.closest('.site-header')) latest.current.onPoint(null);
    };
    // The pointer may have come to rest over a module before there was a listener.
    const pointed = idUnder([...document.querySelectorAll('main [data-module-id]:hover')].at(-1) ?? null);
    if (pointed !== null) latest.current.onPoint(pointed);
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
