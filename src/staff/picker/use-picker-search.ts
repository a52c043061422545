import { useEffect, useEffectEvent, useState } from 'react';
import type { KindName } from '#schema/fields.ts';
import type { Call, CallFailure } from '../calls/api.ts';
import { useEditedSite } from '../calls/editor-site.ts';
import { type PickerPage, fetchRecords } from './records.ts';

/** The debounce of picker searches, in milliseconds. */
const searchDelay = 300;

/** The folder of the library: null for all. */
type Asked = { search: string; page: number; folder: number | null };
/** Finds among records that are known already. */
export type Find = (asked: Asked) => PickerPage;
type State = { status: 'loading' } | { status: 'failed'; failure: CallFailure } | { status: 'ready' };

type PickerSearch = {
  search: string;
  setSearch: (search: string) => void;
  /** The search and page of the state. */
  asked: Asked;
  setPage: (page: number) => void;
  setFolder: (folder: number | null) => void;
  state: State;
  /** The last results, which stay on screen while the next ones are loading. */
  shown: PickerPage | null;
  retry: () => void;
};

/** A picker's search: the typed text, the requested page, and the answer. */
export function usePickerSearch(kind: KindName, find?: Find): PickerSearch {
  const site = useEditedSite();
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState<Asked>({ search: '', page: 1, folder: null });
  const [answered, setAnswered] = useState<{ asked: Asked; answer: Call<PickerPage> } | null>(null);

  useEffect(() => {
    if (search === asked.search) return;
    const timer = setTimeout(() => setAsked((before) => ({ ...before, search, page: 1 })), searchDelay);
    return () => clearTimeout(timer);
  }, [search, asked.search]);
  const ask = useEffectEvent(async (of: KindName, wanted: Asked): Promise<Call<PickerPage>> =>
    find ? { ok: true, value: find(wanted) } : fetchRecords(of, { ...wanted, site }),
  );
  useEffect(() => {
    let isCurrent = true;
    void ask(kind, asked).then((answer) => {
      // Ignores the answer of an outdated search.
      if (isCurrent) setAnswered({ asked, answer });
    });
    return () => {
      isCurrent = false;
    };
  }, [kind, asked]);

  const answer = answered?.answer;
  const state = answered?.asked !== asked || !answer ? loading : toState(answer);
  return {
    search,
    setSearch,
    asked,
    setPage: (page) => setAsked({ ...asked, page }),
    setFolder: (folder) => setAsked({ search, page: 1, folder }),
    state,
    shown: answer?.ok ? answer.value : null,
    retry: () => setAsked({ ...asked, search, page: 1 }),
  };
}

const loading = { status: 'loading' } as const;

function toState(answer: Call<PickerPage>): State {
  return answer.ok ? { status: 'ready' } : { status: 'failed', failure: answer.failure };
}
