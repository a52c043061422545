import { type ReactNode, useState } from 'react';
import type { KindName } from '#kinds/registry.ts';
import type { SavedView } from '#view-model/records.ts';
import { type CallFailure, call } from '#staff/calls/api.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import { type ListView, readView, writeView } from './list-view.ts';

type Props = { kind: KindName; view: ListView; onView: (view: ListView) => void };

/** Views of a list that have a name: one's own, and those that colleagues share. */
export function SavedViews({ kind, view, onView }: Props): ReactNode {
  const [saved, setSaved] = useState<readonly SavedView[] | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const query = writeView(view).slice(1);
  const load = async () => {
    const answer = await call('listSavedViews', { kind });
    setFailure(answer.ok ? null : answer.failure);
    if (answer.ok) setSaved(answer.value);
  };
  const remove = async (id: number) => {
    const answer = await call('deleteListView', { id });
    if (answer.ok) await load();
    else setFailure(answer.failure);
  };
  const current = saved?.find((each) => each.query === query);
  return (
    <>
      <button type="button" className="ed-button" popoverTarget="list-views">
        {current ? `View: ${current.name}` : 'Views'}
      </button>
      <section
        id="list-views"
        className="adm-popover adm-views"
        popover="auto"
        aria-label="Views"
        onToggle={({ newState }) => {
          if (newState === 'open') void load();
        }}
      >
        {failure ? <Failure failure={failure} onRetry={() => void load()} /> : null}
        {saved === null && !failure ? <p role="status">Loading …</p> : null}
        {saved?.length === 0 ? (
          <p className="adm-views__hint">Search, filter and sort the list, then give what you see a name.</p>
        ) : null}
        <ul className="adm-views__list">
          {saved?.map((each) => (
            <li key={each.id} className="adm-views__row">
              <button
                type="button"
                className="adm-popover__item"
                aria-current={each === current ? 'true' : undefined}
                onClick={() => onView(readView(`?${each.query}`))}
              >
                {each.name}
                <small>{each.by !== null ? `by ${each.by}` : each.isShared ? 'for everybody' : ''}</small>
              </button>
              {each.isOwn ? (
                <button
                  type="button"
                  className="ed-button ed-button--small ed-button--quiet"
                  aria-label={`Delete the view ${each.name}`}
                  onClick={() => void remove(each.id)}
                >
                  Delete
                </button>
              ) : null}
            </li>
          ))}
        </ul>
        <SaveView kind={kind} query={query} onSaved={() => void load()} />
      </section>
    </>
  );
}

type SaveProps = { kind: KindName; query: string; onSaved: () => void };

/** What the list shows now, under a name. */
function SaveView({ kind, query, onSaved }: SaveProps): ReactNode {
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const save = async () => {
    const answer = await call('saveListView', { kind, name, query, isShared });
    setFailure(answer.ok ? null : answer.failure);
    if (!answer.ok) return;
    setName('');
    onSaved();
  };
  return (
    <form
      className="adm-views__save"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <LabeledField
        label="Save what is shown as"
        error={failure?.issues[0]?.message ?? failure?.message}
        help="A name that you have used already is saved anew."
      >
        {({ labelId: _, ...ids }) => (
          <input
            {...ids}
            className="ed-input"
            autoComplete="off"
            maxLength={80}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </LabeledField>
      <label className="ed-check">
        <input type="checkbox" checked={isShared} onChange={({ target }) => setShared(target.checked)} />
        <span>Everybody sees it</span>
      </label>
      <button type="submit" className="ed-button ed-button--small" disabled={name.trim() === ''}>
        Save view
      </button>
    </form>
  );
}
