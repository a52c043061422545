import type { ReactNode } from 'react';

type Props = {
  /** The accessible name of what is moved, unless the context gives it. */
  what?: string;
  index: number;
  count: number;
  onMove: (by: -1 | 1) => void;
};

const ways = [
  { way: 'up', by: -1, path: 'M8 13V3M4 7l4-4 4 4' },
  { way: 'down', by: 1, path: 'M8 3v10M4 9l4 4 4-4' },
] as const;

/** Moves an item of a list by a step. The buttons are found by `data-move` to move the focus along. */
export function MoveButtons({ what, index, count, onMove }: Props): ReactNode {
  return ways.map(({ way, by, path }) => {
    const label = what ? `Move ${what} ${way}` : `Move ${way}`;
    return (
      <button
        key={way}
        type="button"
        className="ed-icon-button"
        data-move={way}
        aria-label={label}
        title={label}
        disabled={index + by < 0 || index + by >= count}
        onClick={() => onMove(by)}
      >
        <svg
          viewBox="0 0 16 16"
          width="16"
          height="16"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          aria-hidden="true"
        >
          <path d={path} />
        </svg>
      </button>
    );
  });
}
