import type { RefObject } from 'react';
import { type FormFieldType, formFieldTypes } from '#domain/forms/form-fields.ts';
import { useSortable } from '#editor/form/use-drag-order.ts';

/** The list of fields takes what is dragged from the palette, which itself takes nothing. */
const groupName = 'form-fields';
export const fieldListGroup = { name: groupName, pull: false, put: true };

/** Lets the elements of a palette be dragged into the list of fields. `onDrop` is told where an element was dropped. */
export function usePaletteDrag(
  onDrop: (type: FormFieldType, index: number) => void,
): RefObject<HTMLUListElement | null> {
  const options = {
    group: { name: groupName, pull: 'clone' as const, put: false },
    sort: false,
    handle: '[data-type]',
    // What is let go outside of the list is not dropped.
    revertOnSpill: true,
  };
  return useSortable<HTMLUListElement>(options, ({ item, from, to, newIndex }) => {
    const dragged = item.querySelector<HTMLElement>('[data-type]')?.dataset['type'];
    const type = formFieldTypes.find((name) => name === dragged);
    if (type && from !== to) onDrop(type, newIndex);
  });
}
