import { useEffect, useState } from 'react';
import type { FormField as Field } from '#domain/forms/form-fields.ts';
import type { Submission } from '#forms/inbox/submissions.ts';
import { type CallFailure, call } from '#staff/calls/api.ts';
import { focusAfter } from '#staff/controls/focus-after.ts';
import { guardLeaving } from '#staff/dialog/leave-guard.ts';
import { type Filters, asked, noFilters } from './inbox-filters.ts';
import { useCall } from '#staff/calls/use-call.ts';

/** The debounce of searches, in milliseconds, as in pickers. */
const searchDelay = 300;

/** The submissions of a form, as filtered and paged, the open one, and the commands. */
export function useInbox(formId: number) {
  const list = useFilters();
  const typed = useTypedNotes();
  /** As it was read, and then changed here: once it is read, the filters may leave it out. */
  const [opened, setOpened] = useState<{ submission: Submission; fields: readonly Field[] } | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [news, setNews] = useState('');
  const found = useCall('fetchSubmissions', asked(formId, list.filters, list.page));
  const deletions = useCall('findFormDeletions', { formId });

  const change = (id: number, changed: Partial<Submission>) =>
    setOpened((before) =>
      before?.submission.id === id ? { ...before, submission: { ...before.submission, ...changed } } : before,
    );
  const close = () => setOpened(null);
  const closeFocused = (id: number) => focusAfter(close, () => findRow(id));
  const mark = async (id: number, isRead: boolean) => {
    const answer = await call('markSubmission', { id, isRead });
    setFailure(answer.ok ? null : answer.failure);
    if (answer.ok) change(id, { readAt: isRead ? new Date().toISOString() : null });
    found.reload();
  };

  return {
    ...list,
    found,
    deletions,
    opened,
    failure,
    news,
    typed,
    change,
    mark,
    close: closeFocused,
    search: {
      value: list.typing,
      change: (words: string) => {
        list.setTyping(words);
        // Closes now, not after the search: a submission that is opened in between stays open.
        close();
      },
    },
    filter: (to: Partial<Filters>) => {
      list.narrow(to);
      close();
    },
    turn: (page: number) => {
      list.setPage(page);
      close();
    },
    open: (submission: Submission) => {
      setOpened({ submission, fields: found.value?.versions[String(submission.version)] ?? [] });
      if (submission.readAt === null) void mark(submission.id, true);
    },
    remove: async (id: number) => {
      const answer = await call('deleteSubmissions', { ids: [id] });
      setFailure(answer.ok ? null : answer.failure);
      if (!answer.ok) return;
      closeFocused(id);
      typed.forget(id);
      setNews('The submission is deleted.');
      found.reload();
      deletions.reload();
    },
    noted: (submission: Submission, notes: string) => {
      change(submission.id, { notes });
      typed.type({ ...submission, notes }, notes);
      setNews('The note is saved.');
      found.reload();
    },
    erased: () => {
      close();
      typed.forgetAll();
      found.reload();
      deletions.reload();
    },
  };
}

export type InboxState = ReturnType<typeof useInbox>;

/** The filters, with a debounced search, and the page of the list. */
function useFilters() {
  const [filters, setFilters] = useState(noFilters);
  const [typing, setTyping] = useState('');
  const [page, setPage] = useState(1);
  useEffect(() => {
    if (typing === filters.search) return undefined;
    const timer = setTimeout(() => {
      setFilters((before) => ({ ...before, search: typing }));
      setPage(1);
    }, searchDelay);
    return () => clearTimeout(timer);
  }, [typing, filters.search]);
  return {
    filters,
    isFiltered: JSON.stringify(filters) !== JSON.stringify(noFilters),
    typing,
    setTyping,
    page,
    setPage,
    narrow: (change: Partial<Filters>) => {
      setFilters({ ...filters, ...change });
      setPage(1);
    },
  };
}

/** Notes that have been typed and not saved, by submission: leaving the page asks first. */
function useTypedNotes() {
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const isTyped = typed.size > 0;
  useEffect(() => (isTyped ? guardLeaving((leave) => leave()) : undefined), [isTyped]);
  const set = (id: number, text: string | null) =>
    setTyped((before) => new Map([...before].filter(([one]) => one !== id).concat(text === null ? [] : [[id, text]])));
  return {
    of: (id: number) => typed.get(id),
    type: ({ id, notes }: Submission, text: string) => set(id, text === notes ? null : text),
    forget: (id: number) => set(id, null),
    forgetAll: () => setTyped(new Map()),
  };
}

/** The line of a submission, or what is there when it is gone, and all the others with it. */
function findRow(id: number): HTMLElement | null {
  return (
    [`[data-open="${id}"]`, '[data-open]', '[type="search"]']
      .map((place) => document.querySelector<HTMLElement>(place))
      .find((found) => found !== null) ?? null
  );
}
