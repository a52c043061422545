import { type ReactNode, useId, useState } from 'react';
import { adminPaths } from '#domain/admin-paths.ts';
import type { PageCell } from '#domain/page-cell.ts';
import { type ActionInput, type ActionOutput, type CallFailure, call } from '../api.ts';
import { Window } from '../dialog/Window.tsx';
import { Failure } from '../form/Failure.tsx';
import { LabeledField } from '../form/LabeledField.tsx';
import { countWords } from './change-words.ts';
import { groupRefusals } from './group-refusals.ts';
import { type ChosenMoment, MomentFields, isMoment, noMoment } from './MomentFields.tsx';
import { type Releases, useReleases } from './use-releases.ts';
import { zonedWords } from './zoned-words.ts';

type Items = ActionInput<'addToLaunch'>['items'];

type Props = {
  items: Items;
  /** What the drafts are called, for a release of their own. */
  title: string;
  /** What each of several is called, where one cannot be added. */
  nameOf?: (item: Items[number]) => string;
  /** The newest save of a single page that the person has seen. */
  lastSave?: number;
  /** What is chosen at first: a release, or a moment at which the drafts go live by themselves. */
  start?: 'release' | 'moment';
  /** The parts of the draft of a single page that are added; without it all of it. */
  part?: { page: number; cells: readonly PageCell[] };
  /** The pages are taken off the site, instead of their drafts going live. */
  isRemoval?: boolean;
  /** Called with whether a draft was added. */
  onClose: (isDone: boolean) => void;
};

/** Where drafts go: the number of a release, a new one, or one of their own with a moment. */
type Choice = { to: string; name: string; when: ChosenMoment };
const own = { new: 'new', moment: 'moment' } as const;

/** Moves drafts into a release: one that there is, a new one, or one of their own that goes live at a moment. */
export default function AddToRelease({
  items,
  title,
  nameOf = () => '',
  lastSave,
  start = 'release',
  part,
  isRemoval = false,
  onClose,
}: Props): ReactNode {
  const { loaded, failure: unread } = useReleases(items.length === 1 ? (items[0] ?? null) : null);
  const [chosen, setChosen] = useState<Choice>({
    to: start === 'moment' ? own.moment : '',
    name: '',
    when: noMoment(),
  });
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState<Added | null>(null);
  const choice = { ...chosen, to: chosen.to || (loaded?.releases[0] ? String(loaded.releases[0].id) : own.new) };
  const isReady = loaded !== null && (choice.to !== own.moment || isMoment(choice.when));

  const add = async () => {
    if (isBusy || !isReady) return;
    setBusy(true);
    const answer = await addTo(choice, title, {
      items,
      isRemoval,
      ...(part && { part }),
      ...(lastSave === undefined ? {} : { lastSave }),
    });
    setBusy(false);
    setFailure(answer.ok ? null : answer.failure);
    if (answer.ok) setDone(answer.value);
  };
  const close = () => {
    if (!isBusy) onClose(done !== null);
  };
  const shown = failure ?? unread;
  return (
    <Window title={titleOf(start, isRemoval, items.length)} size="small" onClose={close}>
      {done ? <Done {...done} nameOf={nameOf} /> : null}
      {done || !loaded ? null : (
        <form
          className="ed-stack"
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          <Options
            {...{ ...loaded, choice, failure, isRemoval, count: items.length, isPart: part !== undefined }}
            onChoose={setChosen}
          />
        </form>
      )}
      {loaded || unread ? null : <p role="status">Loading …</p>}
      {shown && shown.issues.length === 0 ? <Failure failure={shown} /> : null}
      <div className="ed-window__actions">
        {done ? null : (
          <button
            type="button"
            className="ed-button ed-button--primary"
            aria-disabled={isBusy || !isReady ? true : undefined}
            aria-busy={isBusy}
            onClick={() => void add()}
          >
            {choice.to !== own.moment
              ? 'Add to release'
              : isRemoval
                ? 'Take off at this moment'
                : 'Publish at this moment'}
          </button>
        )}
        <button type="button" className="ed-button" onClick={close}>
          {done ? 'Close' : 'Cancel'}
        </button>
      </div>
    </Window>
  );
}

function titleOf(start: 'release' | 'moment', isRemoval: boolean, count: number): string {
  if (isRemoval) return count === 1 ? 'Take the page off the site' : `Take ${countWords(count, 'page')} off the site`;
  return start === 'moment' ? 'Publish at a moment' : 'Add to release';
}

type Additions = ActionOutput<'addToLaunch'> & {
  /** How many of the chosen parts stay in the draft as well. */
  kept: number;
};
/** `launch`: null where nothing was added to a release that would have been new. */
type Added = { launch: number | null; isOwn: boolean; added: Additions };

type Addition = Pick<Props, 'items' | 'isRemoval' | 'lastSave' | 'part'>;

async function addTo(
  { to, name, when }: Choice,
  title: string,
  input: Addition,
): Promise<{ ok: true; value: Added } | { ok: false; failure: CallFailure }> {
  const isOwn = to === own.moment;
  let launch = Number(to);
  if (isOwn || to === own.new) {
    const made = await call('createLaunch', { name: isOwn ? title.slice(0, 120) : name });
    if (!made.ok) return made;
    launch = made.value.id;
  }
  const steps = async () => {
    const scheduled = isOwn ? await call('scheduleLaunch', { id: launch, when }) : null;
    if (scheduled?.ok === false) return scheduled;
    return addItems(launch, input);
  };
  const added = await steps();
  const isKept = (added.ok && added.value.added > 0) || !(isOwn || to === own.new);
  if (!isKept) {
    if (isOwn) await call('scheduleLaunch', { id: launch, when: null });
    await call('deleteLaunch', { id: launch });
  }
  return added.ok ? { ok: true, value: { launch: isKept ? launch : null, isOwn, added: added.value } } : added;
}

async function addItems(
  launch: number,
  { items, isRemoval, lastSave, part }: Addition,
): Promise<{ ok: true; value: Additions } | { ok: false; failure: CallFailure }> {
  if (part) {
    const { page, cells } = part;
    const added = await call('addPartToLaunch', { launch, page, cells: [...cells], lastSave: lastSave ?? 0 });
    if (!added.ok) return added;
    const { kept, notes = [] } = added.value;
    return { ok: true, value: { added: 1, refused: [], kept: kept.length, notes } };
  }
  if (!isRemoval) {
    const added = await call('addToLaunch', { launch, items, ...(lastSave === undefined ? {} : { lastSave }) });
    return added.ok ? { ok: true, value: { ...added.value, kept: 0 } } : added;
  }
  const refused: Additions['refused'] = [];
  for (const item of items) {
    if (!('page' in item)) continue;
    const removed = await call('addRemovalToLaunch', { launch, page: item.page });
    if (removed.ok) continue;
    if (items.length === 1) return removed;
    refused.push({ item, message: removed.failure.message });
  }
  return { ok: true, value: { added: items.length - refused.length, refused, kept: 0 } };
}

type OptionsProps = Releases & {
  choice: Choice;
  failure: CallFailure | null;
  isRemoval: boolean;
  /** How many drafts are added. */
  count: number;
  isPart: boolean;
  onChoose: (choice: Choice) => void;
};

function Options({ releases, having, choice, failure, isRemoval, count, isPart, onChoose }: OptionsProps): ReactNode {
  const group = useId();
  const option = (to: string, label: string, note = '') => (
    <label key={to} className="ed-radio">
      <input type="radio" name={group} checked={choice.to === to} onChange={() => onChoose({ ...choice, to })} />
      <span>
        {label}
        {note === '' ? null : <small className="ed-table__quiet"> {note}</small>}
      </span>
    </label>
  );
  const issue = failure?.issues[0]?.message;
  return (
    <>
      <p>
        {isRemoval
          ? `Visitors find ${count === 1 ? 'the page' : 'the pages'} until then, and not any more from then on. Drafts and history stay.`
          : isPart
            ? 'What you chose waits there and goes live with the others. It leaves the draft, which goes on with the rest.'
            : 'The draft waits there and goes live with the others. What you save from now on, a typo for example, is published by itself.'}
      </p>
      <fieldset className="ed-radios">
        <legend className="ed-field__label">{isRemoval ? 'Leaves the site' : 'Goes live'}</legend>
        {releases.map(({ id, name, publishAt, timeZone }) =>
          option(
            String(id),
            `With “${name}”`,
            [
              publishAt === null || timeZone === null ? '' : zonedWords(publishAt, timeZone),
              having.has(id)
                ? isPart
                  ? 'has a draft of it, to which this is added'
                  : 'has a draft of it, which this one replaces'
                : '',
            ]
              .filter(Boolean)
              .join(', '),
          ),
        )}
        {option(own.new, 'With a new release')}
        {option(own.moment, 'By itself, at a moment')}
      </fieldset>
      {choice.to === own.new ? (
        <LabeledField label="Name of the release" required error={issue}>
          {({ labelId: _, ...ids }) => (
            <input
              {...ids}
              className="ed-input"
              maxLength={120}
              value={choice.name}
              onChange={({ target }) => onChoose({ ...choice, name: target.value })}
            />
          )}
        </LabeledField>
      ) : null}
      {choice.to === own.moment ? (
        <MomentFields value={choice.when} error={issue} onChange={(when) => onChoose({ ...choice, when })} />
      ) : null}
    </>
  );
}

type DoneProps = Added & { nameOf: (item: Items[number]) => string };

function Done({ launch, isOwn, added: { added, refused, kept, notes = [] }, nameOf }: DoneProps): ReactNode {
  return (
    <div className="ed-stack" role="status">
      <p>
        {added === 0
          ? 'Nothing was added.'
          : isOwn
            ? 'It happens at that moment, by itself.'
            : `${countWords(added, 'draft')} added.`}{' '}
        {launch === null ? null : <a href={adminPaths.launch(launch)}>Open the release</a>}
      </p>
      {kept > 0 ? (
        <p>
          {countWords(kept, 'part of it stays', 'parts of it stay')} in the draft as well, since the rest needs{' '}
          {kept === 1 ? 'it' : 'them'}: publishing the draft before would put {kept === 1 ? 'it' : 'them'} live.
        </p>
      ) : null}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {groupRefusals(refused, nameOf).map(({ message, names }) => (
        <div key={message}>
          <p>
            {names.length === 1 ? 'One was not added' : `${names.length.toLocaleString('en')} were not added`}:{' '}
            {message}
          </p>
          <details>
            <summary>{names.length === 1 ? 'Which one' : 'Which ones'}</summary>
            <ul className="adm-list">
              {names.map((name, index) => (
                <li key={index}>{name}</li>
              ))}
            </ul>
          </details>
        </div>
      ))}
    </div>
  );
}
