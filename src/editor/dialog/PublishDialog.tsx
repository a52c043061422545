import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type ActionOutput, call } from '../api.ts';
import type { EditorState } from '#server/editor/editor-state.ts';
import { countWords } from '../publishing/change-words.ts';
import { UrlTable } from '../publishing/UrlTable.tsx';
import { type OpenHere, Warnings } from '../publishing/Warnings.tsx';
import { openModule, viewPublished } from '../query.ts';
import { words } from '../words.ts';
import { Window } from './Window.tsx';

type Plan = ActionOutput<'planPublish'>;
type Receipt = ActionOutput<'publishPage'>;

type Step =
  | { step: 'planning' }
  | { step: 'planned'; plan: Plan }
  | { step: 'publishing'; plan: Plan }
  | { step: 'published'; receipt: Receipt }
  | { step: 'failed'; message: string };

type Props = { state: EditorState; onBusy: (isBusy: boolean) => void; onClose: () => void };

/** The polling interval while a publisher is behind. */
const pauseMilliseconds = 2000;

/** The publish plan, and the receipt afterwards: which URLs change and why, warnings, and when each was seen live. */
export default function PublishDialog({ state, onBusy, onClose }: Props): ReactNode {
  const { pageId } = state;
  // A module that has nothing to show changes no page until it has.
  const hasChanges = state.changes.length > 0;
  const [at, setAt] = useState<Step>({ step: 'planning' });
  /** The button of the last step. */
  const next = useRef<HTMLButtonElement>(null);

  useProgress(pageId, at, setAt);

  useEffect(() => {
    if (at.step === 'published' || at.step === 'failed') next.current?.focus();
  }, [at.step]);

  const publish = async (plan: Plan) => {
    setAt({ step: 'publishing', plan });
    onBusy(true);
    const answer = await call('publishPage', { pageId });
    onBusy(false);
    setAt(
      answer.ok ? { step: 'published', receipt: answer.value } : { step: 'failed', message: answer.failure.message },
    );
  };
  const close = () => {
    if (at.step === 'publishing') return;
    if (at.step === 'published') viewPublished();
    else onClose();
  };
  const here: OpenHere = {
    locale: state.locale,
    open: (moduleId) => {
      onClose();
      openModule(moduleId);
    },
  };

  return (
    <Window title={titleOf(at)} size="medium" onClose={close}>
      <div className="ed-publish" role="region" aria-label="What publishing changes" tabIndex={0}>
        <Content at={at} here={here} hasChanges={hasChanges} />
      </div>
      <div className="ed-window__actions">
        <PublishButton at={at} hasChanges={hasChanges} onPublish={(plan) => void publish(plan)} />
        {at.step === 'published' ? (
          <button ref={next} type="button" className="ed-button ed-button--primary" onClick={viewPublished}>
            {words.viewPublished}
          </button>
        ) : (
          <button
            ref={at.step === 'failed' ? next : undefined}
            type="button"
            className="ed-button"
            disabled={at.step === 'publishing'}
            onClick={close}
          >
            {at.step === 'failed' ? 'Close' : 'Cancel'}
          </button>
        )}
      </div>
    </Window>
  );
}

function titleOf(at: Step): string {
  if (at.step !== 'published') return words.publish;
  return at.receipt.pending ? 'Waiting to be published' : 'Published';
}

type ContentProps = { at: Step; here: OpenHere; hasChanges: boolean };

function Content({ at, here, hasChanges }: ContentProps): ReactNode {
  switch (at.step) {
    case 'planning':
      return <p role="status">Working out what publishing changes …</p>;
    case 'failed':
      return (
        <p className="ed-problem" role="alert">
          {at.message}
        </p>
      );
    case 'planned':
    case 'publishing': {
      const { entries, unchanged, warnings } = at.plan;
      return (
        <>
          <p role="status">
            {entries.length === 0
              ? hasChanges
                ? 'No page would look different: what has changed has nothing to show yet.'
                : 'Nothing would change: the draft equals what is published.'
              : `${countWords(entries.length, 'URL')} would change${unchanged > 0 ? `, and ${unchanged} that ${unchanged === 1 ? 'shows' : 'show'} this page would stay the same` : ''}.`}
          </p>
          <Warnings warnings={warnings} here={here} />
          <UrlTable entries={entries} />
        </>
      );
    }
    case 'published':
      return (
        <>
          <p role="status">{receiptWords(at.receipt)}</p>
          <UrlTable entries={at.receipt.entries} publishedAt={at.receipt.publishedAt} />
        </>
      );
  }
}

/** The result in a sentence. */
function receiptWords({ published, pending, publishedAt, entries }: Receipt): string {
  if (pending) {
    return 'The changes are saved and wait to be published. They go live by themselves; you may close this window.';
  }
  if (!published) return 'The draft was published already.';
  const live = entries.flatMap(({ seenLiveAt }) => (seenLiveAt === null ? [] : [Date.parse(seenLiveAt)]));
  const failed = entries.filter(({ change }) => change === 'failed').length;
  const last = Math.max(0, ...live.map((moment) => moment - Date.parse(publishedAt)));
  const seen =
    live.length === 0
      ? 'Nothing new was seen live.'
      : `${countWords(live.length, 'URL was', 'URLs were')} seen live, the last one ${last} ms after the draft became the published version.`;
  return failed === 0 ? seen : `${seen} ${countWords(failed, 'URL')} could not be made and kept the last good version.`;
}

/** Loads the publish plan, and polls the receipt while a publisher is behind. */
function useProgress(pageId: number, at: Step, setAt: (step: Step) => void): void {
  useEffect(() => {
    let isCurrent = true;
    void call('planPublish', { pageId }).then((answer) => {
      if (!isCurrent) return;
      setAt(answer.ok ? { step: 'planned', plan: answer.value } : { step: 'failed', message: answer.failure.message });
    });
    return () => {
      isCurrent = false;
    };
  }, [pageId, setAt]);

  useEffect(() => {
    if (at.step !== 'published' || !at.receipt.pending) return;
    const { publishedAt } = at.receipt;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void call('awaitPublish', { pageId, publishedAt }).then((answer) => {
        if (isCurrent && answer.ok) setAt({ step: 'published', receipt: answer.value });
      });
    }, pauseMilliseconds);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [at, pageId, setAt]);
}

type PublishButtonProps = { at: Step; hasChanges: boolean; onPublish: (plan: Plan) => void };

function PublishButton({ at, hasChanges, onPublish }: PublishButtonProps): ReactNode {
  if (at.step !== 'planning' && at.step !== 'planned' && at.step !== 'publishing') return null;
  return (
    <button
      type="button"
      className="ed-button ed-button--primary"
      disabled={at.step === 'planning' || (at.plan.entries.length === 0 && !hasChanges)}
      // `aria-disabled`: a disabled button would lose the focus.
      aria-disabled={at.step === 'publishing' ? true : undefined}
      aria-busy={at.step === 'publishing'}
      onClick={() => at.step === 'planned' && onPublish(at.plan)}
    >
      {at.step === 'publishing' ? 'Publishing …' : 'Publish now'}
    </button>
  );
}
