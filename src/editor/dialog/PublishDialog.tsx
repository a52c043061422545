import {
  type Dispatch,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  Suspense,
  lazy,
  useEffect,
  useRef,
  useState,
} from 'react';
import { englishNameOf } from '#domain/locales.ts';
import { type ActionOutput, call } from '../api.ts';
import type { EditorState } from '#server/editor/editor-state.ts';
import { CopyLink } from '../CopyLink.tsx';
import { type Receipt, isPage, planWords, receiptWords } from '../publishing/receipt-words.ts';
import { storeResult } from '../publishing/result-store.ts';
import { PausedNotice } from '../publishing/PausedNotice.tsx';
import { ChangeGroups } from '../publishing/ChangeGroups.tsx';
import { UrlTable, changeNames } from '../publishing/UrlTable.tsx';
import { type OpenHere, type Warning, Warnings } from '../publishing/Warnings.tsx';
import { openModule, openSettings, viewPublished } from '../query.ts';
import { refreshDraft } from '../refresh-draft.ts';
import { siteNames } from '../site-names.ts';
import { words } from '../words.ts';
import { Window } from './Window.tsx';

const AddToRelease = lazy(() => import('../publishing/AddToRelease.tsx'));
const DescribePicture = lazy(() => import('../form/DescribePicture.tsx'));
const DrawnPlan = lazy(() => import('../publishing/DrawnPlan.tsx'));

type Plan = ActionOutput<'planPublish'>;

type Picture = NonNullable<Warning['picture']>;

type Step =
  /** With the first pages of the plan, as soon as they are known. */
  | { step: 'planning'; plan?: Plan }
  | { step: 'planned'; plan: Plan }
  | { step: 'publishing'; plan: Plan }
  | { step: 'published'; receipt: Receipt }
  | { step: 'failed'; message: string };

type Props = { state: EditorState; onBusy: (isBusy: boolean) => void; onClose: () => void };

/** How many pages are shown while all others are worked out. */
const firstPages = 20;

/** The polling interval while a publisher is behind. */
const pauseMilliseconds = 2000;

/**
 * The publish plan: which pages change and why, and warnings. Once all of it is live the published view shows the result; the
 * window stays for what waits or failed.
 */
export default function PublishDialog({ state, onBusy, onClose }: Props): ReactNode {
  const { pageId } = state;
  // A module that has nothing to show changes no page until it has.
  const hasChanges = state.changes.length > 0;
  const [at, setAt] = useState<Step>({ step: 'planning' });
  /** The button of the last step. */
  const next = useRef<HTMLButtonElement>(null);

  const [described, setDescribed] = useState<Picture | null>(null);
  const [drawn, setDrawn] = useState<Plan['entries'] | null>(null);

  useProgress(pageId, at, setAt);

  useEffect(() => {
    if (at.step === 'published' && isLive(at.receipt)) showPublished(at.receipt);
    else if (at.step === 'published' || at.step === 'failed') next.current?.focus();
  }, [at]);

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
    onClose();
    // The draft is the published version now.
    if (at.step === 'published') void refreshDraft();
  };
  const here: OpenHere = {
    locale: state.locale,
    open: (moduleId) => {
      onClose();
      if (moduleId === null) openSettings();
      else openModule(moduleId);
    },
    describe: setDescribed,
  };

  return (
    <Window title={titleOf(at)} size="medium" onClose={close}>
      <div className="ed-publish" role="region" aria-label="What publishing changes" tabIndex={0}>
        <PausedNotice paused={pausedOf(at, state)} />
        <Content at={at} here={here} hasChanges={hasChanges} onLook={setDrawn} />
      </div>
      <div className="ed-window__actions">
        <PublishButton at={at} hasChanges={hasChanges} onPublish={(plan) => void publish(plan)} />
        {at.step === 'planned' && (hasChanges || !state.isPublished) ? (
          <PublishLater state={state} onDone={onClose} />
        ) : null}
        <CloseButtons at={at} next={next} onClose={close} />
      </div>
      {drawn ? (
        <Suspense>
          <DrawnPlan state={state} entries={drawn} onClose={() => setDrawn(null)} />
        </Suspense>
      ) : null}
      {described ? (
        <Suspense>
          <DescribePicture
            picture={described}
            onDone={() => {
              setDescribed(null);
              setAt({ step: 'planning' });
            }}
            onClose={() => setDescribed(null)}
          />
        </Suspense>
      ) : null}
    </Window>
  );
}

/** What the plan has found, or else what the page was opened with. */
function pausedOf(at: Step, { paused }: EditorState): EditorState['paused'] {
  return at.step === 'planned' || at.step === 'publishing' ? at.plan.paused : paused;
}

/** Publishes the draft at a moment instead of now. */
function PublishLater({ state, onDone }: { state: EditorState; onDone: () => void }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="ed-button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Publish at …
      </button>
      {isOpen ? (
        <Suspense>
          <AddToRelease
            items={[{ page: state.pageId }]}
            title={document.title}
            lastSave={state.lastSave}
            start="moment"
            onClose={(isDone) => {
              setOpen(false);
              if (!isDone) return;
              onDone();
              void refreshDraft();
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

type CloseProps = { at: Step; next: RefObject<HTMLButtonElement | null>; onClose: () => void };

function CloseButtons({ at, next, onClose }: CloseProps): ReactNode {
  if (at.step === 'published') {
    return (
      <>
        <button ref={next} type="button" className="ed-button ed-button--primary" onClick={viewPublished}>
          {words.viewPublished}
        </button>
        <button type="button" className="ed-button" onClick={onClose}>
          {words.keepEditing}
        </button>
        <CopyLink href={`${location.origin}${location.pathname}`} />
      </>
    );
  }
  const hasFailed = at.step === 'failed';
  return (
    <button
      ref={hasFailed ? next : undefined}
      type="button"
      className="ed-button"
      disabled={at.step === 'publishing'}
      onClick={onClose}
    >
      {hasFailed ? 'Close' : 'Cancel'}
    </button>
  );
}

/** Whether all of it is seen live: then there is nothing to wait for or to repair. */
function isLive({ pending, entries }: Receipt): boolean {
  return !pending && entries.every(({ change }) => change !== 'failed');
}

/** Leaves for the published view, which says what was published. */
function showPublished(receipt: Receipt): void {
  storeResult({
    path: location.pathname,
    said: receiptWords(receipt),
    rows: receipt.entries.map((entry) => ({
      name: `${siteNames[entry.site]}, ${englishNameOf[entry.locale]}: ${entry.path}`,
      href: entry.change === 'removed' ? null : entry.url,
      change: changeNames[entry.change],
      why: entry.reasons.join('. '),
      isPage: isPage(entry),
    })),
  });
  viewPublished();
}

function titleOf(at: Step): string {
  if (at.step !== 'published') return words.publish;
  if (isLive(at.receipt)) return 'Published';
  return at.receipt.pending ? 'Waiting to be published' : 'Published in part';
}

type ContentProps = {
  at: Step;
  here: OpenHere;
  hasChanges: boolean;
  /** Opens pages before and after. */
  onLook: (entries: Plan['entries']) => void;
};

function Content({ at, here, hasChanges, onLook }: ContentProps): ReactNode {
  switch (at.step) {
    case 'planning':
      return (
        <>
          <p role="status">Working out what publishing changes …</p>
          {at.plan ? <Groups plan={at.plan} onLook={onLook} /> : null}
        </>
      );
    case 'failed':
      return (
        <p className="ed-problem" role="alert">
          {at.message}
        </p>
      );
    case 'planned':
    case 'publishing': {
      const { entries, warnings } = at.plan;
      return (
        <>
          <p role="status">{planWords(entries, hasChanges)}</p>
          <Warnings warnings={warnings} here={here} />
          <Groups plan={at.plan} onLook={onLook} />
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

function Groups({ plan, onLook }: { plan: Plan; onLook: ContentProps['onLook'] }): ReactNode {
  return (
    <ChangeGroups plan={plan} onLook={({ entries }) => onLook(entries.flatMap((index) => plan.entries[index] ?? []))} />
  );
}

/** Loads the publish plan, and polls the receipt while a publisher is behind. */
function useProgress(pageId: number, at: Step, setAt: Dispatch<SetStateAction<Step>>): void {
  const isPlanning = at.step === 'planning';
  useEffect(() => {
    if (!isPlanning) return undefined;
    let isCurrent = true;
    void call('planPublish', { pageId, first: firstPages }).then((answer) => {
      if (isCurrent && answer.ok) setAt((now) => (now.step === 'planning' ? { ...now, plan: answer.value } : now));
    });
    void call('planPublish', { pageId }).then((answer) => {
      if (!isCurrent) return;
      setAt(answer.ok ? { step: 'planned', plan: answer.value } : { step: 'failed', message: answer.failure.message });
    });
    return () => {
      isCurrent = false;
    };
  }, [isPlanning, pageId, setAt]);

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
