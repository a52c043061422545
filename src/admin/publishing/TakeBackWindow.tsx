import { type ReactNode, useEffect, useId, useState } from 'react';
import { adminPaths } from '#domain/admin-paths.ts';
import { englishNameOf } from '#domain/locales.ts';
import { type ActionInput, type ActionOutput, type CallFailure, call } from '#staff/calls/api.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { Window } from '#staff/dialog/Window.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { PausedNotice } from '#staff/publishing/PausedNotice.tsx';
import { UrlTable } from '#staff/publishing/UrlTable.tsx';
import { words } from '#staff/words.ts';
import { RecordChange, Words } from './EditDetails.tsx';

type Plan = ActionOutput<'planTakeBack'>;
type Choices = ActionInput<'takeBack'>['choices'];
type Chosen = Plan['changedSince'][number];

/** What taking a publish back would do, and what was changed since: the person chooses, and the plan follows. */
export function TakeBackWindow({ id, onClose }: { id: number; onClose: () => void }): ReactNode {
  const [choices, setChoices] = useState<Choices>({});
  const [plan, setPlan] = useState<{ of: Choices; value: Plan } | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState<ActionOutput<'takeBack'> | null>(null);

  useEffect(() => {
    let isCurrent = true;
    void call('planTakeBack', { id, choices }).then((answer) => {
      if (!isCurrent) return;
      setFailure(answer.ok ? null : answer.failure);
      if (answer.ok) setPlan({ of: choices, value: answer.value });
    });
    return () => {
      isCurrent = false;
    };
  }, [id, choices]);

  const isReady = plan?.of === choices && failure === null;
  const takeBack = async () => {
    if (!plan || !isReady || isBusy || plan.value.isEmpty) return;
    setBusy(true);
    const answer = await call('takeBack', { id, choices, seen: plan.value.seen });
    setBusy(false);
    if (!answer.ok) return setFailure(answer.failure);
    const [first] = answer.value.receipts;
    // The publish that took it back tells what has become of each URL.
    if (first && answer.value.drafts === 0) return location.assign(adminPaths.publish(first.id));
    setDone(answer.value);
  };
  return (
    <Window
      title={words.takeBack}
      size="medium"
      onClose={() => {
        if (!isBusy) onClose();
      }}
    >
      <div className="ed-publish" role="region" aria-label="What taking it back changes" tabIndex={0}>
        {failure ? <Failure failure={failure} onRetry={() => setChoices({ ...choices })} /> : null}
        {done ? <Done done={done} /> : null}
        {!done && plan ? <PlanContent plan={plan.value} choices={choices} onChoose={setChoices} /> : null}
        {plan === null && failure === null ? <p role="status">Working out what would be put back …</p> : null}
      </div>
      <div className="ed-window__actions">
        {done ? null : (
          <button
            type="button"
            className="ed-button ed-button--primary"
            // `aria-disabled`: a disabled button would lose the focus.
            aria-disabled={!isReady || isBusy || plan.value.isEmpty ? true : undefined}
            aria-busy={isBusy}
            onClick={() => void takeBack()}
          >
            {isBusy ? 'Taking back …' : 'Take back now'}
          </button>
        )}
        <button type="button" className="ed-button" disabled={isBusy} onClick={onClose}>
          {done ? 'Close' : 'Cancel'}
        </button>
      </div>
    </Window>
  );
}

function Done({ done: { receipts, drafts } }: { done: ActionOutput<'takeBack'> }): ReactNode {
  return (
    <div role="status">
      <p>
        {receipts.length > 0
          ? 'It is taken back, and live.'
          : 'It is taken back and waits to be published. It goes live by itself.'}
      </p>
      {drafts > 0 ? <p>{draftWords}</p> : null}
      <ul>
        {receipts.map(({ id }) => (
          <li key={id}>
            <a href={adminPaths.publish(id)}>What has become of each URL</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

const draftWords =
  'The draft has unpublished changes of its own and stays as it is: publishing it again would bring them live.';

type ContentProps = { plan: Plan; choices: Choices; onChoose: (choices: Choices) => void };

function PlanContent({ plan, choices, onChoose }: ContentProps): ReactNode {
  return (
    <>
      <PausedNotice paused={plan.paused} />
      <p role="status">
        {plan.isEmpty
          ? 'There is nothing to put back: all of it has its old value already, or was changed since.'
          : 'The following gets its old value again and is published. The publish stays in the list.'}
      </p>
      {plan.changedSince.length > 0 ? (
        <div className="ed-versions">
          <p className="ed-versions__lead">Changed since. Choose what it is to be:</p>
          {plan.changedSince.map((place) => (
            <ChoiceOf
              key={place.key}
              place={place}
              chosen={choices[place.key] ?? 'now'}
              onChoose={(side) => onChoose({ ...choices, [place.key]: side })}
            />
          ))}
        </div>
      ) : null}
      {plan.records.map((record, index) => (
        <RecordChange key={index} record={record} sides={['Now', 'Then']} />
      ))}
      {plan.drafts.map((title) => (
        <p key={title}>
          {title}: {draftWords}
        </p>
      ))}
      {plan.impossible.length > 0 ? (
        <div className="ed-warnings ed-warnings--blocking">
          <p className="ed-warnings__title">This cannot be put back from here</p>
          <ul className="ed-stored">
            {plan.impossible.map(({ subject, why }, index) => (
              <li key={index}>
                {subject} <small>{why}</small>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <UrlTable entries={plan.entries} />
      {plan.showing.length > 0 ? (
        <>
          <p>These show what gets its old value, and change where it is seen:</p>
          <UrlTable entries={plan.showing} />
        </>
      ) : null}
    </>
  );
}

type ChoiceProps = { place: Chosen; chosen: 'before' | 'now'; onChoose: (side: 'before' | 'now') => void };

function ChoiceOf({ place, chosen, onChoose }: ChoiceProps): ReactNode {
  const name = useId();
  const language = place.locale === null ? '' : ` (${englishNameOf[place.locale]})`;
  const sides = [
    { side: 'now', label: place.by === null ? 'Leave as it is now' : `Leave as ${place.by} has it`, text: place.now },
    { side: 'before', label: 'Put back', text: place.before },
  ] as const;
  return (
    <fieldset className="ed-versions__choice">
      <legend className="ed-versions__legend">
        {place.subject} › {place.label}
        {language}
        {place.at === null ? null : (
          <small className="ed-table__quiet">
            {' '}
            <Moment at={place.at} />
          </small>
        )}
      </legend>
      {sides.map(({ side, label, text }) => (
        <label key={side} className="ed-versions__side">
          <input type="radio" name={name} value={side} checked={chosen === side} onChange={() => onChoose(side)} />
          <span className="ed-versions__who">{label}</span>
          <span className="ed-versions__value">
            <Words field={place} text={text} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}
