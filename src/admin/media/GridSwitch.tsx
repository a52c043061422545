import type { ReactNode } from 'react';

type Props = { isGrid: boolean; onGrid: (isGrid: boolean) => void };

/** Pictures as cards, or as rows with columns. */
export function GridSwitch({ isGrid, onGrid }: Props): ReactNode {
  return (
    <div className="adm-switch" role="group" aria-label="How pictures are shown">
      <button type="button" className="ed-button ed-button--small" aria-pressed={isGrid} onClick={() => onGrid(true)}>
        Grid
      </button>
      <button type="button" className="ed-button ed-button--small" aria-pressed={!isGrid} onClick={() => onGrid(false)}>
        List
      </button>
    </div>
  );
}
