import type { RefObject } from 'react';
import { type FormFieldType, formFieldTypes } from '#domain/forms/form-fields.ts';
import { useSortable } from '#staff/controls/use-drag-order.ts';

/** The list of fields accepts elements of the palette, which itself accepts nothing. */
const groupName = 'form-fields';
export const fieldListGroup = { name: groupName, pull: false, put: true };

/** Makes the elements of a palette draggable into the list of fields. `onDrop` is called with the position of the drop. */
export function usePaletteDrag(
  onDrop: (type: FormFieldType, index: number) => void,
): RefObject<HTMLUListElement | null> {
  const options = {
    group: { name: groupName, pull: 'clone' as const, put: false },
    sort: false,
    handle: '[data-type]',
    // A drop outside of the list is cancelled.
    revertOnSpill: true,
  };
  return useSortable<HTMLUListElement>(options, ({ item, from, to, newIndex }) => {
    const dragged = item.querySelector<HTMLElement>('[data-type]')?.dataset['type'];
    const type = formFieldTypes.find((name) => name === dragged);
    if (type && from !== to) onDrop(type, newIndex);
  });
}
