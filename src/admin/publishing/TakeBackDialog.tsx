import { type ReactNode, useId, useState } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { englishNames } from '#domain/locales.ts';
import { type ActionInput, type ActionOutput, call } from '#staff/calls/api.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { PublishDialog, type Publishable } from '#staff/publishing/PublishDialog.tsx';
import { labels } from '#staff/messages/labels.ts';
import { storeNotice } from '../records/record-notice.ts';
import { RecordChange, Words } from './EditDetails.tsx';
import { takingBack } from './taking-back.ts';

type Plan = ActionOutput<'planTakeBack'>;
type Choices = ActionInput<'takeBack'>['choices'];
type Chosen = Plan['changedSince'][number];

/** What taking a publish back would do, and what was changed since: the person chooses, and the plan follows. */
export function TakeBackDialog({ id, onClose }: { id: number; onClose: () => void }): ReactNode {
  const [choices, setChoices] = useState<Choices>({});
  const publishable: Publishable<Plan, ActionOutput<'takeBack'>> = {
    title: labels.takeBack,
    takingBack,
    wanted: JSON.stringify(choices),
    keepsPlan: true,
    plan: () => call('planTakeBack', { id, choices }),
    mayApply: ({ isEmpty }) => !isEmpty,
    apply: async ({ seen }) => {
      const answer = await call('takeBack', { id, choices, seen });
      const first = answer.ok && answer.value.drafts === 0 ? answer.value.receipts[0] : null;
      // The publish that took it back tells what has become of each URL.
      if (first) {
        storeNotice({ announcement: 'It is taken back, and live.', undo: null });
        location.assign(adminPaths.publish(first.id));
      }
      return answer;
    },
    viewPlan: (plan) => ({
      paused: plan.paused,
      sentence: plan.isEmpty
        ? 'There is nothing to put back: all of it has its old value already, or was changed since.'
        : 'The following gets its old value again and is published. The publish stays in the list.',
      more: <PlanContent {...{ plan, choices }} onChoose={setChoices} />,
      entries: plan.entries,
    }),
    viewReceipt: ({ receipts, drafts }) => ({
      title: labels.takeBack,
      sentence:
        receipts.length > 0
          ? 'It is taken back, and live.'
          : 'It is taken back and waits to be published. It goes live by itself.',
      more: (
        <>
          {drafts > 0 ? <p>{draftText}</p> : null}
          <ul>
            {receipts.map((receipt) => (
              <li key={receipt.id}>
                <a href={adminPaths.publish(receipt.id)}>What has become of each URL</a>
              </li>
            ))}
          </ul>
        </>
      ),
      entries: [],
    }),
  };
  return <PublishDialog publishable={publishable} onClose={onClose} />;
}

const draftText =
  'The draft has unpublished changes of its own and stays as it is: publishing it again would bring them live.';

type ContentProps = { plan: Plan; choices: Choices; onChoose: (choices: Choices) => void };

function PlanContent({ plan, choices, onChoose }: ContentProps): ReactNode {
  return (
    <>
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
          {title}: {draftText}
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
    </>
  );
}

type ChoiceProps = { place: Chosen; chosen: 'before' | 'now'; onChoose: (side: 'before' | 'now') => void };

function ChoiceOf({ place, chosen, onChoose }: ChoiceProps): ReactNode {
  const name = useId();
  const language = place.locale === null ? '' : ` (${englishNames[place.locale]})`;
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
