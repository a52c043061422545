import { useState } from 'react';
import type { ActionOutput } from '#staff/calls/api.ts';
import { useCall } from '#staff/calls/use-call.ts';

export type MovedPage = ActionOutput<'findMovedBelow'>['pages'][number];

export type Moved = {
  pages: readonly MovedPage[];
  /** Those that are published with the page; null before that is known. */
  chosen: readonly MovedPage[] | null;
  /** The numbers of the others. */
  left: ReadonlySet<number>;
  leave: (left: ReadonlySet<number>) => void;
};

/** The pages below one that have moved along in their drafts, and which of them are published with it. */
export function useMoved(pageId: number): Moved {
  const { current, failure } = useCall('findMovedBelow', { pageId });
  const [chosenLeft, leave] = useState<ReadonlySet<number> | null>(null);
  const pages = current?.pages ?? [];
  // What else waits in their drafts goes live when somebody wants that.
  const left = chosenLeft ?? new Set(pages.filter(({ hasMore }) => hasMore).map(({ id }) => id));
  const isKnown = current !== null || failure !== null;
  return { pages, left, leave, chosen: isKnown ? pages.filter(({ id }) => !left.has(id)) : null };
}
