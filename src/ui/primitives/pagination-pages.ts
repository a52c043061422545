/** The number of items on a page of a list. */
export const pageSizes = [12, 24, 'all'] as const;
export type PageSize = (typeof pageSizes)[number];
export const defaultPageSize = 12 satisfies PageSize;

/** How many pages `total` items make; a list without any is one page. */
export function pageCount(total: number, size: PageSize): number {
  return size === 'all' ? 1 : Math.max(1, Math.ceil(total / size));
}

/** The pages that are offered: the first, the last, and the current one with its neighbours; `gap` where some are left out. */
export function offeredPages(current: number, last: number): (number | 'gap')[] {
  const wanted = new Set([1, current - 1, current, current + 1, last]);
  const pages = [...wanted].filter((page) => page >= 1 && page <= last).toSorted((a, b) => a - b);
  return pages.flatMap((page, index) => (index > 0 && page - (pages[index - 1] ?? 0) > 1 ? ['gap', page] : [page]));
}
