import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ReferenceKind } from '#modules/fields.ts';
import { type PickerItem, type PickerPage, fetchRecords, pickerPageSize, remember } from './records.ts';
import { Thumbnail } from './Thumbnail.tsx';

/** Picker searches wait this long for the next letter (spec section 7). */
const searchDelay = 300;

type Props = {
  kind: ReferenceKind;
  name: string;
  chosen: readonly number[];
  onPick: (item: PickerItem) => void;
  onClose: () => void;
};

type State = { status: 'loading' } | { status: 'failed'; message: string } | { status: 'ready'; page: PickerPage };

/** A searchable, paged list of records, opened under the field that it fills. */
export function Picker({ kind, name, chosen, onPick, onClose }: Props): ReactNode {
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState({ search: '', page: 1 });
  const [state, setState] = useState<State>({ status: 'loading' });
  const input = useRef<HTMLInputElement>(null);

  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    input.current?.focus({ preventScroll: true });
  }, []);
  // The list may open below what is seen.
  useEffect(() => {
    // Newer browsers answer with a promise, which an effect must not hand on.
    if (state.status !== 'failed') root.current?.scrollIntoView({ block: 'nearest' });
  }, [state.status]);
  useEffect(() => {
    if (search === asked.search) return;
    const timer = setTimeout(() => setAsked({ search, page: 1 }), searchDelay);
    return () => clearTimeout(timer);
  }, [search, asked.search]);
  useEffect(() => {
    let isCurrent = true;
    void fetchRecords(kind, asked).then((answer) => {
      // An answer that was overtaken by the next search is thrown away.
      if (!isCurrent) return;
      if (!answer.ok) return setState({ status: 'failed', message: answer.failure.message });
      remember(kind, answer.value.items);
      setState({ status: 'ready', page: answer.value });
    });
    return () => {
      isCurrent = false;
    };
  }, [kind, asked]);

  const count = state.status === 'ready' ? state.page.count : 0;
  const pages = Math.max(1, Math.ceil(count / pickerPageSize));
  return (
    // The keys come from the controls inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={root}
      className="ed-picker"
      role="group"
      aria-label={`Choose ${name}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          event.preventDefault();
          onClose();
        }
        // Enter in the search box must not send the form.
        if (event.key === 'Enter' && event.target === input.current) event.preventDefault();
      }}
    >
      <div className="ed-picker__head">
        <input
          ref={input}
          type="search"
          className="ed-input"
          aria-label={`Search ${name}`}
          placeholder="Search by name or id"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <button type="button" className="ed-button ed-button--small ed-button--quiet" onClick={onClose}>
          Close
        </button>
      </div>
      <p className="ed-picker__status" role="status">
        {state.status === 'loading' ? 'Searching …' : null}
        {state.status === 'failed' ? state.message : null}
        {state.status === 'ready' ? (count === 0 ? 'Nothing found' : `${count} found`) : null}
      </p>
      {state.status === 'ready' ? (
        <ul className={kind === 'image' ? 'ed-picker__items ed-picker__items--pictures' : 'ed-picker__items'}>
          {state.page.items.map((item) => (
            <li key={item.id}>
              <button
                type="button"
                className="ed-picker__item"
                aria-pressed={chosen.includes(item.id)}
                disabled={chosen.includes(item.id)}
                onClick={() => onPick(item)}
              >
                <Thumbnail record={item} />
                <span className="ed-record__text">
                  <span className="ed-record__title">{item.title}</span>
                  <span className="ed-record__detail">
                    {item.id}
                    {item.detail === '' ? '' : ` · ${item.detail}`}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {pages > 1 ? (
        <div className="ed-picker__pages">
          <button
            type="button"
            className="ed-button ed-button--small"
            disabled={asked.page === 1}
            onClick={() => setAsked({ ...asked, page: asked.page - 1 })}
          >
            Previous page
          </button>
          <span>
            Page {asked.page} of {pages}
          </span>
          <button
            type="button"
            className="ed-button ed-button--small"
            disabled={asked.page === pages}
            onClick={() => setAsked({ ...asked, page: asked.page + 1 })}
          >
            Next page
          </button>
        </div>
      ) : null}
    </div>
  );
}
