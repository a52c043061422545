import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { z } from 'zod';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { cutText } from '#domain/text/cut-text.ts';
import type { PageCell } from '#domain/pages/page-cell.ts';
import { listMoments } from '#domain/values/zoned-moment.ts';
import type { Occupied } from '#content/refusals/refuse-unseen.ts';
import { type ActionInput, type ActionOutput, type CallFailure, call } from '../calls/api.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import { Failure } from '../calls/Failure.tsx';
import { LabeledField } from '../fields/LabeledField.tsx';
import { describeCount } from '#staff/messages/count.ts';
import { groupRefusals } from './group-refusals.ts';
import { type ChosenMoment, MomentFields, isMoment, noMoment } from './MomentFields.tsx';
import { type Releases, useReleases } from './use-releases.ts';
import { describeMoment } from '#staff/messages/moment.ts';

type Items = ActionInput<'addToRelease'>['items'];

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
  /** What is to be known before. */
  above?: ReactNode;
  /** Called as soon as a draft was added, while the dialog still says so. */
  onAdded?: () => void;
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
  above,
  onAdded,
  onClose,
}: Props): ReactNode {
  const { loaded, failure: unread } = useReleases(items.length === 1 ? (items[0] ?? null) : null);
  const [chosen, setChosen] = useState(() => chooseFirst(start));
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState<Added | null>(null);
  // What somebody has put into the release since this dialog was opened is replaced once that was said.
  const occupied = failure && parseOccupied(failure);
  const choice = { ...chosen, to: chosen.to || (loaded?.releases[0] ? String(loaded.releases[0].id) : own.new) };
  const isReady = loaded !== null && (choice.to !== own.moment || isMoment(choice.when));

  const form = useFocusOnMoment(start === 'moment' && loaded !== null);
  const add = async () => {
    if (isBusy || !isReady) return;
    setBusy(true);
    const answer = await addTo(choice, title, {
      items,
      isRemoval,
      ...(part && { part }),
      ...(lastSave === undefined ? {} : { lastSave }),
      ...replacing(occupied?.at ?? loaded.having.get(Number(choice.to))?.at),
    });
    setBusy(false);
    setFailure(answer.ok ? null : answer.failure);
    setDone(answer.ok ? answer.value : null);
    if (answer.ok && answer.value.added.added > 0) onAdded?.();
  };
  const close = () => (isBusy ? undefined : onClose(done !== null));
  const shown = failure ?? unread;
  return (
    <Dialog title={formatTitle(start, isRemoval, items.length)} size="small" onClose={close}>
      {done ? <Done {...done} {...{ nameOf, isRemoval }} when={formatWhen(choice, loaded)} /> : null}
      {done || !loaded ? null : (
        <form
          ref={form}
          className="ed-stack"
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          <Options
            {...{ ...loaded, choice, failure, isRemoval, above, count: items.length, isPart: part !== undefined }}
            onChoose={(next) => {
              setFailure(null);
              setChosen(next);
            }}
          />
        </form>
      )}
      {loaded || unread ? null : <p role="status">Loading …</p>}
      {shown && shown.issues.length === 0 ? <Failure failure={shown} /> : null}
      <div className="ed-dialog__actions">
        {done ? null : (
          <button
            type="button"
            className="ed-button ed-button--primary"
            aria-disabled={isBusy || !isReady ? true : undefined}
            aria-busy={isBusy}
            onClick={() => void add()}
          >
            {labelButton(choice.to === own.moment, isRemoval, occupied !== null)}
          </button>
        )}
        <button type="button" className="ed-button" onClick={close}>
          {done ? 'Close' : 'Cancel'}
        </button>
      </div>
    </Dialog>
  );
}

function chooseFirst(start: 'release' | 'moment'): Choice {
  return { to: start === 'moment' ? own.moment : '', name: '', when: noMoment() };
}

/** A form whose date gets the focus as soon as it is there. */
function useFocusOnMoment(isThere: boolean): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isThere) form.current?.querySelector<HTMLElement>('input[type="datetime-local"]')?.focus();
  }, [isThere]);
  return form;
}

/** What becomes of what is added: it waits with others in a release, or for a moment of its own. */
function describeWaiting({ count, isPart, isOwn }: { count: number; isPart: boolean; isOwn: boolean }): string {
  const isOne = isPart || count === 1;
  const what = isPart ? 'What you chose' : isOne ? 'The draft' : 'The drafts';
  const waits = isOwn
    ? `${isOne ? 'waits' : 'wait'} for that moment`
    : `${isOne ? 'waits' : 'wait'} there and ${isOne ? 'goes' : 'go'} live with the others`;
  const rest = isPart
    ? 'It leaves the draft, which goes on with the rest.'
    : 'What you save from now on, a typo for example, is a draft of its own, which you publish when you like.';
  return `${what} ${waits}. ${rest}`;
}

function labelButton(isOwn: boolean, isRemoval: boolean, isOccupied: boolean): string {
  if (isOwn) return isRemoval ? 'Take off at this moment' : 'Publish at this moment';
  return isOccupied ? 'Add it in place of theirs' : 'Add to release';
}

function formatTitle(start: 'release' | 'moment', isRemoval: boolean, count: number): string {
  if (isRemoval)
    return count === 1 ? 'Take the page off the site' : `Take ${describeCount(count, 'page')} off the site`;
  return start === 'moment' ? 'Publish at a moment' : 'Add to release';
}

type Additions = ActionOutput<'addToRelease'> & {
  /** How many of the chosen parts stay in the draft as well. */
  kept: number;
};
/** `release`: null where nothing was added to a release that would have been new. */
type Added = { release: number | null; isOwn: boolean; added: Additions };

type Addition = Pick<Props, 'items' | 'isRemoval' | 'lastSave' | 'part'> & {
  /** The moment of what the release has of a single item, which is replaced. */
  replaces?: string;
};

function replacing(at: string | undefined): Pick<Addition, 'replaces'> {
  return at === undefined ? {} : { replaces: at };
}

const occupiedDetail = z.object({ occupied: z.object({ at: z.string(), by: z.string().nullable() }) });

function parseOccupied({ detail }: CallFailure): Occupied['occupied'] | null {
  return occupiedDetail.safeParse(detail).data?.occupied ?? null;
}

async function addTo(
  { to, name, when }: Choice,
  title: string,
  input: Addition,
): Promise<{ ok: true; value: Added } | { ok: false; failure: CallFailure }> {
  const isOwn = to === own.moment;
  let release = Number(to);
  if (isOwn || to === own.new) {
    const made = await call('createRelease', { name: isOwn ? cutText(title, 119) : name });
    if (!made.ok) return made;
    release = made.value.id;
  }
  const steps = async () => {
    const scheduled = isOwn ? await call('scheduleRelease', { id: release, when }) : null;
    if (scheduled?.ok === false) return scheduled;
    return addItems(release, input);
  };
  const added = await steps();
  const isKept = (added.ok && added.value.added > 0) || !(isOwn || to === own.new);
  if (!isKept) {
    if (isOwn) await call('scheduleRelease', { id: release, when: null });
    await call('deleteRelease', { id: release });
  }
  return added.ok ? { ok: true, value: { release: isKept ? release : null, isOwn, added: added.value } } : added;
}

async function addItems(
  release: number,
  { items, isRemoval, lastSave, part, replaces }: Addition,
): Promise<{ ok: true; value: Additions } | { ok: false; failure: CallFailure }> {
  if (part) {
    const { page, cells } = part;
    const added = await call('addPartToRelease', {
      release,
      page,
      cells: [...cells],
      lastSave: lastSave ?? 0,
      ...replacing(replaces),
    });
    if (!added.ok) return added;
    const { kept, notes = [] } = added.value;
    return { ok: true, value: { added: 1, refused: [], kept: kept.length, notes } };
  }
  if (!isRemoval) {
    const added = await call('addToRelease', {
      release,
      items,
      ...(lastSave === undefined ? {} : { lastSave }),
      ...replacing(replaces),
    });
    return added.ok ? { ok: true, value: { ...added.value, kept: 0 } } : added;
  }
  const refused: Additions['refused'] = [];
  for (const item of items) {
    if (!('page' in item)) continue;
    const removed = await call('addRemovalToRelease', { release, page: item.page, ...replacing(replaces) });
    if (removed.ok) continue;
    if (items.length === 1) return removed;
    refused.push({ item, message: removed.failure.message });
  }
  return { ok: true, value: { added: items.length - refused.length, refused, kept: 0 } };
}

type OptionsProps = Releases & {
  above: ReactNode;
  choice: Choice;
  failure: CallFailure | null;
  isRemoval: boolean;
  /** How many drafts are added. */
  count: number;
  isPart: boolean;
  onChoose: (choice: Choice) => void;
};

function Options({
  releases,
  having,
  choice,
  failure,
  isRemoval,
  above,
  count,
  isPart,
  onChoose,
}: OptionsProps): ReactNode {
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
      {above}
      <p>
        {isRemoval
          ? `Visitors find ${count === 1 ? 'the page' : 'the pages'} until then, and not any more from then on. Drafts and history stay.`
          : describeWaiting({ count, isPart, isOwn: choice.to === own.moment })}
      </p>
      <fieldset className="ed-radios">
        <legend className="ed-field__label">{isRemoval ? 'Leaves the site' : 'Goes live'}</legend>
        {releases.map(({ id, name, publishAt, timeZone }) =>
          option(
            String(id),
            `With “${name}”`,
            [
              publishAt === null || timeZone === null ? '' : describeMoment(publishAt, timeZone),
              having.has(id)
                ? isPart
                  ? 'has a draft of it, to which this is added'
                  : describeReplaced(having.get(id) ?? null)
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

function describeReplaced(saved: { at: string; by: string | null } | null): string {
  const by = saved === null || saved.by === null ? '' : ` by ${saved.by}`;
  return `has a draft of it${by}, which this one replaces; its history keeps that one for 30 days`;
}

/** When what was chosen happens, as clocks there show it; null for a release without a moment. */
function formatWhen({ to, when: { local, zone, which } }: Choice, loaded: Releases | null): string | null {
  if (to === own.moment) {
    const moments = listMoments(local, zone);
    const at = which === 'second' ? moments[1] : moments[0];
    return at === undefined ? null : describeMoment(at, zone);
  }
  const release = loaded?.releases.find(({ id }) => String(id) === to);
  return release?.publishAt && release.timeZone ? describeMoment(release.publishAt, release.timeZone) : null;
}

function describeAdded(
  added: number,
  { isOwn, isRemoval, when }: Pick<DoneProps, 'isOwn' | 'isRemoval' | 'when'>,
): string {
  if (added === 0) return 'Nothing was added.';
  const announcement = isOwn ? '' : `${describeCount(added, isRemoval ? 'page' : 'draft')} added. `;
  if (when === null) return announcement.trim();
  const [it, they] = isRemoval ? ['It leaves the site', 'They leave the site'] : ['It goes live', 'They go live'];
  return added === 1
    ? `${announcement}${it} on ${when}, by itself.`
    : `${announcement}${they} on ${when}, by themselves.`;
}

type DoneProps = Added & { nameOf: (item: Items[number]) => string; when: string | null; isRemoval: boolean };

function Done({
  release,
  isOwn,
  added: { added, refused, kept, notes = [] },
  nameOf,
  when,
  isRemoval,
}: DoneProps): ReactNode {
  return (
    <div className="ed-stack" role="status">
      <p>
        {describeAdded(added, { isOwn, isRemoval, when })}{' '}
        {release === null ? null : <a href={adminPaths.release(release)}>Open the release</a>}
      </p>
      {kept > 0 ? (
        <p>
          {describeCount(kept, 'part of it stays', 'parts of it stay')} in the draft as well, since the rest needs{' '}
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
