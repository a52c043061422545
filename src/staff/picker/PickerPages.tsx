import type { ReactNode } from 'react';

type Props = { page: number; pages: number; onPage: (page: number) => void };

/** The pages of a list: the first, the last, and the current one with its neighbours. */
function pagesShown(page: number, pages: number): (number | 'gap')[] {
  const wanted = [...new Set([1, page - 1, page, page + 1, pages])]
    .filter((number) => number >= 1 && number <= pages)
    .toSorted((a, b) => a - b);
  return wanted.flatMap((number, index) => {
    const before = wanted[index - 1];
    return before !== undefined && number - before > 1 ? ['gap' as const, number] : [number];
  });
}

export function PickerPages({ page, pages, onPage }: Props): ReactNode {
  if (pages <= 1) return null;
  return (
    <div className="ed-picker__pages" role="group" aria-label="Pages">
      <button
        type="button"
        className="ed-button ed-button--small ed-button--quiet"
        aria-disabled={page === 1 ? true : undefined}
        onClick={() => page > 1 && onPage(page - 1)}
      >
        Previous<span className="visually-hidden"> page</span>
      </button>
      {pagesShown(page, pages).map((shown, index) =>
        shown === 'gap' ? (
          <span key={`gap-${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={shown}
            type="button"
            className="ed-picker__page"
            aria-label={`Page ${shown}`}
            aria-current={shown === page ? 'page' : undefined}
            onClick={() => onPage(shown)}
          >
            {shown}
          </button>
        ),
      )}
      <button
        type="button"
        className="ed-button ed-button--small ed-button--quiet"
        aria-disabled={page >= pages ? true : undefined}
        onClick={() => page < pages && onPage(page + 1)}
      >
        Next<span className="visually-hidden"> page</span>
      </button>
    </div>
  );
}
