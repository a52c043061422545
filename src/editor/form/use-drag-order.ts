import { type RefObject, useEffect, useRef } from 'react';
import Sortable from 'sortablejs';

/** How far a pointer moves before a drag begins (spec section 9). */
const dragTolerance = 5;

/** Lets the rows of a list be dragged by their handles. The list changes its order when it is told from where to where. */
export function useDragOrder(onMove: (from: number, to: number) => void): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  const latest = useRef(onMove);
  useEffect(() => {
    latest.current = onMove;
  });
  useEffect(() => {
    if (!list.current) return;
    const sortable = Sortable.create(list.current, {
      handle: '[data-handle]',
      draggable: '[data-item]',
      // Browsers' own dragging has no distance to begin at, and no picture that can be styled.
      forceFallback: true,
      fallbackTolerance: dragTolerance,
      animation: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150,
      ghostClass: 'ed-item--gap',
      fallbackClass: 'ed-item--dragged',
      onEnd: ({ from, item, oldIndex, newIndex }) => {
        if (oldIndex === undefined || newIndex === undefined || oldIndex === newIndex) return;
        // React puts the elements in their order, and has to find them as it left them.
        from.insertBefore(item, from.children[oldIndex < newIndex ? oldIndex : oldIndex + 1] ?? null);
        latest.current(oldIndex, newIndex);
      },
    });
    return () => sortable.destroy();
  }, []);
  return list;
}
