import { type ReactNode, useEffect, useRef } from 'react';
import { makeSortable } from './make-sortable.ts';
import './sortable-table.css';

type SortableTableProps = {
  /** The accessible name of the box that scrolls. */
  label: string;
  /** The hint of the sort buttons. */
  hint: string;
};

/** A table that scrolls in its own box. Its rows are made by the server; in the browser, names of columns sort them. */
export function SortableTable({ label, hint, table }: SortableTableProps & Record<'table', ReactNode>): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => (box.current ? makeSortable(box.current, hint) : undefined), [hint]);
  return (
    <div ref={box} className="sortable-table" role="group" tabIndex={0} aria-label={label}>
      {table}
    </div>
  );
}
