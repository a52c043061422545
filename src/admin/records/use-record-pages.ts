import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { KindName } from '#kinds/registry.ts';
import { type CallFailure, call } from '#staff/calls/api.ts';
import type { RecordPage, RecordRow } from '#view-model/records.ts';
import type { ListView } from './list-view.ts';

/** How many records are read at once. */
const pageSize = 50;
/** And of those who want to see more. */
const furtherSize = 200;

/** Which records a list finds, as calls take it. */
export function viewInput(kind: KindName, { search, state, gap, filters }: ListView) {
  return {
    kind,
    ...(search === '' ? {} : { search }),
    ...(state ? { state } : {}),
    ...(gap ? { gap } : {}),
    filters: [...filters],
  };
}

type Answer = { asked: string; rows: readonly RecordRow[]; next: string | null; total: number };

export type RecordPages = {
  rows: readonly RecordRow[];
  /** Null before the first answer. */
  total: number | null;
  hasMore: boolean;
  isLoading: boolean;
  failure: CallFailure | null;
  loadMore: () => void;
  reload: () => void;
};

/** The records of a view, page after page. The last ones stay while others are loaded. */
export function useRecordPages(kind: KindName, view: ListView, columns: readonly string[]): RecordPages {
  const [turn, setTurn] = useState(0);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isLoadingMore, setLoadingMore] = useState(false);
  const { sort } = view;
  const input = {
    ...viewInput(kind, view),
    ...(sort ? { sort } : {}),
    columns: [...columns],
    limit: pageSize,
  };
  const asked = `${turn} ${JSON.stringify(input)}`;
  const current = useRef(asked);
  const load = useEffectEvent((wanted: string) => {
    current.current = wanted;
    void call('listRecords', input).then((result) => {
      if (current.current !== wanted) return;
      setFailure(result.ok ? null : result.failure);
      if (result.ok) setAnswer({ asked: wanted, ...result.value });
    });
  });
  // The input is a new object each time: `asked` has its content.
  useEffect(() => load(asked), [asked]);

  const loadMore = () => {
    if (!answer || answer.next === null || answer.asked !== asked || isLoadingMore) return;
    setLoadingMore(true);
    void call('listRecords', { ...input, limit: furtherSize, after: answer.next }).then((result) => {
      setLoadingMore(false);
      if (current.current !== asked) return;
      setFailure(result.ok ? null : result.failure);
      if (result.ok) setAnswer(append(answer, result.value));
    });
  };
  return {
    rows: answer?.rows ?? [],
    total: answer?.total ?? null,
    hasMore: answer !== null && answer.next !== null,
    isLoading: isLoadingMore || (answer?.asked !== asked && failure === null),
    failure,
    loadMore,
    reload: useCallback(() => setTurn((before) => before + 1), []),
  };
}

function append(answer: Answer, page: RecordPage): Answer {
  return { ...answer, rows: [...answer.rows, ...page.rows], next: page.next };
}
