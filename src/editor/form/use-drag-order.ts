import { type RefObject, useEffect, useRef } from 'react';

/** How far a pointer moves before a drag begins (spec section 9). */
export const dragTolerance = 5;
/** So close to the edge of what scrolls, in pixels, the list scrolls along. */
const edge = 40;
const scrollStep = 12;

/** Lets the rows of a list be dragged by their handles. The list changes its order when it is told from where to where. */
export function useDragOrder(onMove: (from: number, to: number) => void): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  const latest = useRef(onMove);
  useEffect(() => {
    latest.current = onMove;
  });
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    let stop: (() => void) | null = null;
    const begin = (event: PointerEvent) => {
      const handle = event.target instanceof Element ? event.target.closest('[data-handle]') : null;
      const row = handle?.closest<HTMLElement>('[data-item]');
      if (stop || event.button !== 0 || row?.parentElement !== element) return;
      event.preventDefault();
      stop = follow(element, row, event, (from, to) => {
        stop = null;
        if (from !== to) latest.current(from, to);
      });
    };
    element.addEventListener('pointerdown', begin);
    return () => {
      element.removeEventListener('pointerdown', begin);
      stop?.();
    };
  }, []);
  return list;
}

/** Follows a pointer that was pressed on a row until it is let go, or the drag is given up. Answers with what ends it early. */
function follow(
  list: HTMLElement,
  row: HTMLElement,
  start: PointerEvent,
  onEnd: (from: number, to: number) => void,
): () => void {
  const rows = [...list.children].filter((child) => child instanceof HTMLElement);
  const from = rows.indexOf(row);
  const scroller = scrollerOf(list);
  const scrolled = scroller.scrollTop;
  const middles = rows.map((other) => {
    const { top, height } = other.getBoundingClientRect();
    return top + height / 2;
  });
  const room = distance(rows, from);
  let to = from;
  let isDragging = false;

  const place = (pointer: number) => {
    const at = pointer + scroller.scrollTop - scrolled;
    to = middles.filter((middle, index) => index !== from && middle < at).length;
    row.style.translate = `0 ${at - start.clientY}px`;
    rows.forEach((other, index) => {
      if (index === from) return;
      const makesRoom = index > from && index <= to ? -room : index < from && index >= to ? room : 0;
      other.style.translate = `0 ${makesRoom}px`;
    });
  };
  const onMove = (event: PointerEvent) => {
    if (event.pointerId !== start.pointerId) return;
    const moved = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY);
    if (!isDragging && moved < dragTolerance) return;
    isDragging = true;
    row.classList.add('ed-item--dragged');
    list.classList.add('ed-list__items--dragging');
    keepInSight(list, event.clientY);
    place(event.clientY);
  };
  const over = new AbortController();
  const end = (landed: number) => {
    over.abort();
    row.classList.remove('ed-item--dragged');
    list.classList.remove('ed-list__items--dragging');
    for (const other of rows) other.style.translate = '';
    onEnd(from, landed);
  };
  const { signal } = over;
  document.addEventListener('pointermove', onMove, { signal });
  document.addEventListener('pointerup', ({ pointerId }) => pointerId === start.pointerId && end(to), { signal });
  document.addEventListener('pointercancel', () => end(from), { signal });
  // Escape gives up the drag, and not the window around it.
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    event.preventDefault();
    end(from);
  };
  document.addEventListener('keydown', onKey, { signal, capture: true });
  return () => end(from);
}

/** How far rows move to make room for another: its height and the gap between two. */
function distance(rows: readonly HTMLElement[], index: number): number {
  const own = rows[index]?.getBoundingClientRect();
  const next = rows[index + 1]?.getBoundingClientRect();
  const previous = rows[index - 1]?.getBoundingClientRect();
  if (!own) return 0;
  if (next) return next.top - own.top;
  return previous ? own.bottom - previous.bottom : own.height;
}

/** Scrolls what an element stands in, when a pointer that drags comes close to its edge. */
export function keepInSight(element: HTMLElement, pointer: number): void {
  const scroller = scrollerOf(element);
  const isPage = scroller === document.documentElement;
  const { top, bottom } = scroller.getBoundingClientRect();
  if (pointer < (isPage ? 0 : top) + edge) scroller.scrollTop -= scrollStep;
  else if (pointer > (isPage ? innerHeight : bottom) - edge) scroller.scrollTop += scrollStep;
}

function scrollerOf(element: HTMLElement): Element {
  for (let outer = element.parentElement; outer; outer = outer.parentElement) {
    if (outer.scrollHeight > outer.clientHeight && /auto|scroll/.test(getComputedStyle(outer).overflowY)) return outer;
  }
  return document.documentElement;
}
