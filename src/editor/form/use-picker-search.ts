import { useEffect, useState } from 'react';
import type { ReferenceKind } from '#modules/fields.ts';
import type { CallFailure } from '../api.ts';
import { type PickerPage, fetchRecords } from './records.ts';

/** Picker searches wait this long for the next letter (spec section 7). */
const searchDelay = 300;

type State = { status: 'loading' } | { status: 'failed'; failure: CallFailure } | { status: 'ready'; page: PickerPage };

export type PickerSearch = {
  search: string;
  setSearch: (search: string) => void;
  /** The search and page that the state answers, or that are being asked for. */
  asked: { search: string; page: number };
  setPage: (page: number) => void;
  state: State;
  /** What was found last, which stays on screen while the next answer is awaited. */
  shown: PickerPage | null;
  retry: () => void;
};

/** A picker's search: what is typed, the page that is asked for, and what has been answered. */
export function usePickerSearch(kind: ReferenceKind): PickerSearch {
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState({ search: '', page: 1 });
  const [state, setState] = useState<State>({ status: 'loading' });
  const [shown, setShown] = useState<PickerPage | null>(null);

  useEffect(() => {
    if (search === asked.search) return;
    const timer = setTimeout(() => setAsked({ search, page: 1 }), searchDelay);
    return () => clearTimeout(timer);
  }, [search, asked.search]);
  useEffect(() => {
    let isCurrent = true;
    setState({ status: 'loading' });
    void fetchRecords(kind, asked).then((answer) => {
      // An answer that was overtaken by the next search is thrown away.
      if (!isCurrent) return;
      setShown(answer.ok ? answer.value : null);
      setState(answer.ok ? { status: 'ready', page: answer.value } : { status: 'failed', failure: answer.failure });
    });
    return () => {
      isCurrent = false;
    };
  }, [kind, asked]);

  return {
    search,
    setSearch,
    asked,
    setPage: (page) => setAsked({ search: asked.search, page }),
    state,
    shown,
    retry: () => setAsked({ search, page: 1 }),
  };
}
