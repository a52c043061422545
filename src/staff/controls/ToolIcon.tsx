import type { ReactNode } from 'react';

/** On a grid of 16, one stroke weight. Decorative: labels are beside them, so they are hidden from assistive technology. */
const paths = {
  edit: 'M10.5 3.5l2 2L6 12H4v-2zM9 5l2 2',
  add: 'M3 3.5h10M8 7v6M5 10h6',
  'add-above': 'M3 12.5h10M8 3v6M5 6h6',
  up: 'M8 13V3.5M4 7.5l4-4 4 4',
  down: 'M8 3v9.5M4 8.5l4 4 4-4',
  remove: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.5 9h6l.5-9M7 7v4M9 7v4',
  plus: 'M8 3v10M3 8h10',
  previous: 'M4 10l4-4 4 4',
  next: 'M4 6l4 4 4-4',
  outline: 'M2.5 3.5h11M5.5 8h8M5.5 12.5h8',
  warning: 'M8 2.5L14 13H2zM8 6.5v3M8 11.3h.01',
  lock: 'M3.5 7.5h9v6h-9zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  search: 'M7 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM10 10l3.5 3.5',
  close: 'M4 4l8 8M12 4l-8 8',
  keys: 'M2 4.5h12v7H2zM4.5 7h.01M7 7h.01M9.5 7h.01M12 7h.01M5 9.5h6',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  undo: 'M6 3.5L3 6.5l3 3M3 6.5h6.5a3 3 0 0 1 0 6H7',
  redo: 'M10 3.5l3 3-3 3M13 6.5H6.5a3 3 0 0 0 0 6H9',
} as const;

export function ToolIcon({ name }: { name: keyof typeof paths }): ReactNode {
  return (
    <svg className="ed-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
