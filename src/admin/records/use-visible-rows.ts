import { type Ref, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { RecordRow } from '#view-model/records.ts';
import type { RecordPages } from './use-record-pages.ts';

/** From so many rows on, only those on the screen are in the page. */
const virtualFrom = 200;
/** Rows above and below the screen, for whoever scrolls fast. */
const overscan = 30;
const estimatedHeight = 41;

type VisibleRows = {
  rows: readonly { row: RecordRow; index: number }[];
  /** Pixels of the rows that are left out. */
  before: number;
  after: number;
  /** For each row: its height is measured. */
  measure: Ref<HTMLTableRowElement> | undefined;
};

/** The rows of a list that are on the screen, and near it; the next ones are read before somebody has scrolled to the end. */
export function useVisibleRows(body: RefObject<HTMLElement | null>, list: RecordPages): VisibleRows {
  const { rows, hasMore, isLoading, loadMore } = list;
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const { current } = body;
    if (current) setScrollMargin(current.getBoundingClientRect().top + window.scrollY);
  }, [body, rows.length]);
  const isVirtual = rows.length > virtualFrom;
  // oxlint-disable-next-line react/incompatible-library -- nothing is memoized from what it answers
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    enabled: isVirtual,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan,
    scrollMargin,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const isNearEnd = isVirtual && last >= rows.length - overscan;
  useEffect(() => {
    if (isNearEnd && hasMore && !isLoading) loadMore();
  }, [isNearEnd, hasMore, isLoading, loadMore]);
  if (!isVirtual) return { rows: rows.map((row, index) => ({ row, index })), before: 0, after: 0, measure: undefined };
  return {
    rows: items.flatMap(({ index }) => (rows[index] ? [{ row: rows[index], index }] : [])),
    before: Math.max(0, (items[0]?.start ?? scrollMargin) - scrollMargin),
    after: Math.max(0, virtualizer.getTotalSize() - ((items.at(-1)?.end ?? scrollMargin) - scrollMargin)),
    measure: virtualizer.measureElement,
  };
}
