import { useEffect, useState } from 'react';
import type { ReferenceKind } from '#schema/fields.ts';
import type { Call, CallFailure } from '../api.ts';
import { type PickerPage, fetchRecords } from './records.ts';

/** Picker searches wait this long for the next letter (spec section 7). */
const searchDelay = 300;

type Asked = { search: string; page: number };
type State = { status: 'loading' } | { status: 'failed'; failure: CallFailure } | { status: 'ready' };

export type PickerSearch = {
  search: string;
  setSearch: (search: string) => void;
  /** The search and page that the state answers, or that are being asked for. */
  asked: Asked;
  setPage: (page: number) => void;
  state: State;
  /** What was found last, which stays on screen while the next answer is awaited. */
  shown: PickerPage | null;
  retry: () => void;
};

/** A picker's search: what is typed, the page that is asked for, and what has been answered. */
export function usePickerSearch(kind: ReferenceKind): PickerSearch {
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState<Asked>({ search: '', page: 1 });
  const [answered, setAnswered] = useState<{ asked: Asked; answer: Call<PickerPage> } | null>(null);

  useEffect(() => {
    if (search === asked.search) return;
    const timer = setTimeout(() => setAsked({ search, page: 1 }), searchDelay);
    return () => clearTimeout(timer);
  }, [search, asked.search]);
  useEffect(() => {
    let isCurrent = true;
    void fetchRecords(kind, asked).then((answer) => {
      // An answer that was overtaken by the next search is thrown away.
      if (isCurrent) setAnswered({ asked, answer });
    });
    return () => {
      isCurrent = false;
    };
  }, [kind, asked]);

  const answer = answered?.answer;
  const state = answered?.asked !== asked || !answer ? loading : stateOf(answer);
  return {
    search,
    setSearch,
    asked,
    setPage: (page) => setAsked({ search: asked.search, page }),
    state,
    shown: answer?.ok ? answer.value : null,
    retry: () => setAsked({ search, page: 1 }),
  };
}

const loading = { status: 'loading' } as const;

function stateOf(answer: Call<PickerPage>): State {
  return answer.ok ? { status: 'ready' } : { status: 'failed', failure: answer.failure };
}
