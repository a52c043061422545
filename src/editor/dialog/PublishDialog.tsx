import { type ReactNode, useEffect, useState } from 'react';
import { type ActionOutput, call } from '../api.ts';
import { viewPublished } from '../query.ts';
import { words } from '../words.ts';
import { Window } from './Window.tsx';

type Plan = ActionOutput<'planPublish'>;
type Receipt = ActionOutput<'publishPage'>;
type Entry = Plan['entries'][number];

type State =
  | { step: 'planning' }
  | { step: 'planned'; plan: Plan }
  | { step: 'publishing'; plan: Plan }
  | { step: 'published'; receipt: Receipt }
  | { step: 'failed'; message: string };

type Props = { pageId: number; onBusy: (isBusy: boolean) => void; onClose: () => void };

/** The receipt before publishing and the one after it: which URLs change, why, and when each was seen live. */
export default function PublishDialog({ pageId, onBusy, onClose }: Props): ReactNode {
  const [state, setState] = useState<State>({ step: 'planning' });

  useEffect(() => {
    let isCurrent = true;
    void call('planPublish', { pageId }).then((answer) => {
      if (!isCurrent) return;
      setState(
        answer.ok ? { step: 'planned', plan: answer.value } : { step: 'failed', message: answer.failure.message },
      );
    });
    return () => {
      isCurrent = false;
    };
  }, [pageId]);

  const publish = async (plan: Plan) => {
    setState({ step: 'publishing', plan });
    onBusy(true);
    const answer = await call('publishPage', { pageId });
    onBusy(false);
    setState(
      answer.ok ? { step: 'published', receipt: answer.value } : { step: 'failed', message: answer.failure.message },
    );
  };
  const close = () => {
    if (state.step === 'publishing') return;
    if (state.step === 'published') viewPublished();
    else onClose();
  };

  return (
    <Window title={state.step === 'published' ? 'Published' : words.publish} size="medium" onClose={close}>
      <div className="ed-publish" aria-live="polite">
        <Step state={state} />
      </div>
      <div className="ed-window__actions">
        {state.step === 'planning' || state.step === 'planned' || state.step === 'publishing' ? (
          <button
            type="button"
            className="ed-button ed-button--primary"
            disabled={state.step !== 'planned' || state.plan.entries.length === 0}
            aria-busy={state.step === 'publishing'}
            onClick={() => state.step === 'planned' && void publish(state.plan)}
          >
            {state.step === 'publishing' ? 'Publishing …' : 'Publish now'}
          </button>
        ) : null}
        {state.step === 'published' ? (
          <button type="button" className="ed-button ed-button--primary" onClick={viewPublished}>
            {words.viewPublished}
          </button>
        ) : (
          <button type="button" className="ed-button" disabled={state.step === 'publishing'} onClick={close}>
            {state.step === 'failed' ? 'Close' : 'Cancel'}
          </button>
        )}
      </div>
    </Window>
  );
}

function Step({ state }: { state: State }): ReactNode {
  switch (state.step) {
    case 'planning':
      return <p>Working out what publishing changes …</p>;
    case 'failed':
      return (
        <p className="ed-problem" role="alert">
          {state.message}
        </p>
      );
    case 'planned':
    case 'publishing': {
      const { plan } = state;
      if (plan.entries.length === 0) return <p>Nothing would change: the draft equals what is published.</p>;
      return (
        <>
          <p>
            {count(plan.entries.length)} would change
            {plan.unchanged > 0 ? `, and ${plan.unchanged} that show this page would stay the same` : ''}.
          </p>
          <Entries entries={plan.entries} />
        </>
      );
    }
    case 'published': {
      const { receipt } = state;
      const live = receipt.entries.filter(({ seenLiveAt }) => seenLiveAt !== null);
      const last = live.map(({ seenLiveAt }) => Date.parse(seenLiveAt ?? '')).reduce((a, b) => Math.max(a, b), 0);
      const milliseconds = Math.max(0, last - Date.parse(receipt.publishedAt));
      return (
        <>
          <p>
            {receipt.pending
              ? 'The changes are saved and wait to be published. They go live by themselves.'
              : receipt.published
                ? `${count(live.length)} ${live.length === 1 ? 'is' : 'are'} live, the last one ${milliseconds} ms after the draft became the published version.`
                : 'The draft was published already.'}
          </p>
          <Entries entries={receipt.entries} publishedAt={receipt.publishedAt} />
        </>
      );
    }
  }
}

function count(urls: number): string {
  return `${urls} ${urls === 1 ? 'URL' : 'URLs'}`;
}

const changes: Record<Entry['change'], string> = {
  new: 'New',
  changed: 'Changed',
  removed: 'Removed',
  unchanged: 'Unchanged',
  failed: 'Failed',
};

function Entries({ entries, publishedAt }: { entries: readonly Entry[]; publishedAt?: string }): ReactNode {
  if (entries.length === 0) return null;
  return (
    <div className="ed-receipt" role="region" aria-label="URLs" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">URL</th>
            <th scope="col">Change</th>
            <th scope="col">Why</th>
            {publishedAt === undefined ? null : <th scope="col">Seen live</th>}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={`${entry.site}${entry.path}`}>
              <td>
                {publishedAt !== undefined && entry.seenLiveAt !== null && entry.change !== 'removed' ? (
                  <a href={entry.url} target="_blank" rel="noopener">
                    {entry.path}
                  </a>
                ) : (
                  entry.path
                )}
              </td>
              <td>
                <span className={`ed-change ed-change--${entry.change}`}>{changes[entry.change]}</span>
              </td>
              <td>{entry.failure ?? entry.reasons.join('. ')}</td>
              {publishedAt === undefined ? null : (
                <td>
                  {entry.seenLiveAt === null ? '–' : <time dateTime={entry.seenLiveAt}>{clock(entry.seenLiveAt)}</time>}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function clock(moment: string): string {
  return new Date(moment).toLocaleTimeString('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
  });
}
