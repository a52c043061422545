import { type RefObject, useEffect, useRef } from 'react';
import Sortable from 'sortablejs';

/** The source and the target of a drag, each a list and an index in it. */
type Drop = { item: HTMLElement; from: HTMLElement; to: HTMLElement; oldIndex: number; newIndex: number };

/**
 * Makes the rows of a list draggable by their handles. `onMove` is called with both indexes; the caller changes the order.
 * Lists with the same `group` accept each other's rows as far as their groups allow.
 */
export function useDragOrder(
  onMove: (from: number, to: number) => void,
  group?: Sortable.GroupOptions,
): RefObject<HTMLOListElement | null> {
  const options = { handle: '[data-handle]', draggable: '[data-item]', ...(group ? { group } : {}) };
  return useSortable<HTMLOListElement>(options, ({ from, to, oldIndex, newIndex }) => {
    if (from === to && oldIndex !== newIndex) onMove(oldIndex, newIndex);
  });
}

/**
 * Makes the children of the returned ref's element draggable, with the options of the first render. React stays the owner of
 * the elements: `onDrop` is called after they were put back to where React rendered them, and not when the drag was cancelled
 * with Escape or by the browser.
 */
export function useSortable<E extends HTMLElement>(
  options: Sortable.Options,
  onDrop: (drop: Drop) => void,
): RefObject<E | null> {
  const element = useRef<E>(null);
  const latest = useRef({ options, onDrop });
  useEffect(() => {
    latest.current.onDrop = onDrop;
  });
  useEffect(() => {
    if (!element.current) return undefined;
    return makeSortable(element.current, latest.current.options, (drop) => latest.current.onDrop(drop));
  }, []);
  return element;
}

function makeSortable(element: HTMLElement, options: Sortable.Options, onDrop: (drop: Drop) => void): () => void {
  let isGivenUp = false;
  let watch = new AbortController();
  const sortable = Sortable.create(element, {
    ...options,
    forceFallback: true,
    // Pixels that a pointer moves before a drag begins.
    fallbackTolerance: 5,
    animation: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150,
    ghostClass: 'ed-drop-place',
    dragClass: 'ed-item--dragged',
    onStart: () => {
      isGivenUp = false;
      watch = new AbortController();
      const { signal } = watch;
      // The drag image is a copy, hidden from assistive technology.
      Sortable.ghost?.setAttribute('inert', '');
      document.addEventListener('keydown', onKey, { signal, capture: true });
      for (const type of cancelEvents)
        document.addEventListener(type, () => (isGivenUp = true), { signal, capture: true });
      document.addEventListener('pointerup', allowClicks, { once: true, capture: true });
    },
    onEnd: ({ item, clone, from, to, oldIndex = 0, oldDraggableIndex = 0, newDraggableIndex = 0 }) => {
      watch.abort();
      clone.remove();
      item.remove();
      from.insertBefore(item, from.children[oldIndex] ?? null);
      if (!isGivenUp) onDrop({ item, from, to, oldIndex: oldDraggableIndex, newIndex: newDraggableIndex });
    },
  });
  return () => {
    if (Sortable.active === sortable) giveUp();
    sortable.destroy();
  };
}

/** Events that end a drag without a drop; which of them Sortable listens to depends on the browser. */
const cancelEvents = ['pointercancel', 'touchcancel'] as const;

/** Cancels the drag, for which Sortable has no call. The events are outside of every list, so that nothing is dropped. */
function giveUp(): void {
  for (const type of cancelEvents) document.dispatchEvent(new MouseEvent(type, { clientX: -1, clientY: -1 }));
}

/** Escape cancels the drag, and does not close the dialog around it. */
function onKey(event: KeyboardEvent): void {
  if (event.key !== 'Escape') return;
  event.stopPropagation();
  event.preventDefault();
  giveUp();
}

/**
 * Sortable suppresses the click that follows a drag. Touch fires none, and the next tap would be lost; so a synthetic click,
 * after the browser's, ends the suppression.
 */
function allowClicks(): void {
  setTimeout(() => document.dispatchEvent(new MouseEvent('click')), 0);
}
