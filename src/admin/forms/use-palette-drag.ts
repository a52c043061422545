import { type RefObject, useEffect, useRef } from 'react';
import { type FormFieldType, formFieldTypes } from '#domain/forms/form-fields.ts';
import { dragTolerance, keepInSight } from '#editor/form/use-drag-order.ts';

/**
 * Lets the elements of a palette be dragged into an area with rows. `onOver` is told the place among the rows above which the
 * pointer is, null outside of the area; `onDrop` where an element was let go.
 */
export function usePaletteDrag(
  area: RefObject<HTMLElement | null>,
  onOver: (index: number | null) => void,
  onDrop: (type: FormFieldType, index: number) => void,
): RefObject<HTMLUListElement | null> {
  const palette = useRef<HTMLUListElement>(null);
  const latest = useRef({ onOver, onDrop });
  useEffect(() => {
    latest.current = { onOver, onDrop };
  });
  useEffect(() => {
    const element = palette.current;
    if (!element) return undefined;
    let stop: (() => void) | null = null;
    const begin = (event: PointerEvent) => {
      const source = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-type]') : null;
      const type = formFieldTypes.find((name) => name === source?.dataset['type']);
      if (stop || event.button !== 0 || !source || !type) return;
      stop = follow(source, event, area, {
        onOver: (index) => latest.current.onOver(index),
        onEnd: (index) => {
          stop = null;
          latest.current.onOver(null);
          if (index !== null) latest.current.onDrop(type, index);
        },
      });
    };
    element.addEventListener('pointerdown', begin);
    return () => {
      element.removeEventListener('pointerdown', begin);
      stop?.();
    };
  }, [area]);
  return palette;
}

type Listeners = { onOver: (index: number | null) => void; onEnd: (index: number | null) => void };

/** Follows the pointer with a picture of the element. Answers with what ends it early. */
function follow(
  source: HTMLElement,
  start: PointerEvent,
  area: RefObject<HTMLElement | null>,
  { onOver, onEnd }: Listeners,
): () => void {
  let ghost: HTMLElement | null = null;
  let index: number | null = null;
  const over = new AbortController();
  const { signal } = over;
  const end = (landed: number | null) => {
    over.abort();
    ghost?.remove();
    onEnd(landed);
  };
  document.addEventListener(
    'pointermove',
    ({ pointerId, clientX, clientY }) => {
      if (pointerId !== start.pointerId) return;
      if (!ghost && Math.hypot(clientX - start.clientX, clientY - start.clientY) < dragTolerance) return;
      ghost ??= makeGhost(source);
      ghost.style.translate = `${clientX}px ${clientY}px`;
      if (area.current) keepInSight(area.current, clientY);
      index = placeIn(area.current, clientX, clientY);
      onOver(index);
    },
    { signal },
  );
  document.addEventListener(
    'pointerup',
    ({ pointerId }) => {
      if (pointerId !== start.pointerId) return;
      // What was dragged and brought back is not pressed.
      if (ghost) source.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => source.removeEventListener('click', swallow, { capture: true }), 0);
      end(index);
    },
    { signal },
  );
  document.addEventListener('pointercancel', () => end(null), { signal });
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !ghost) return;
    event.stopPropagation();
    event.preventDefault();
    end(null);
  };
  document.addEventListener('keydown', onKey, { signal, capture: true });
  return () => end(null);
}

function swallow(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

function makeGhost(source: HTMLElement): HTMLElement {
  const ghost = document.createElement('div');
  ghost.className = 'ed-ghost';
  ghost.setAttribute('aria-hidden', 'true');
  ghost.textContent = source.textContent;
  (source.closest('#editor-root') ?? document.body).append(ghost);
  return ghost;
}

/** How many rows of an area lie above a point; null for a point outside of it. */
function placeIn(area: HTMLElement | null, x: number, y: number): number | null {
  const box = area?.getBoundingClientRect();
  if (!area || !box || x < box.left || x > box.right || y < box.top || y > box.bottom) return null;
  return [...area.querySelectorAll('[data-item]')].filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return top + height / 2 < y;
  }).length;
}
