import { type ReactNode, useId, useState } from 'react';

type Props = {
  /** Always in view. */
  search?: ReactNode;
  /** How many filters are set. */
  count: number;
  /** The filters are all that searches here. */
  isSearch?: boolean;
  children: ReactNode;
};

/** The search of a list, and its filters. On a phone these are behind a button: the first rows are on the first screen. */
export function FilterBar({ search, count, isSearch = false, children }: Props): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="ed-filters" role={isSearch ? 'search' : undefined}>
      {search}
      <button
        type="button"
        className="ed-button adm-filters-toggle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </button>
      <div id={id} className={isOpen ? 'adm-filters' : 'adm-filters adm-filters--folded'}>
        {children}
      </div>
    </div>
  );
}
