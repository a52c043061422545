import { readablePath } from '#domain/readable-path.ts';
import {
  type Dispatch,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  Suspense,
  lazy,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { englishNameOf } from '#domain/locales.ts';
import type { PageCell } from '#domain/page-cell.ts';
import { type ActionOutput, call } from '#staff/calls/api.ts';
import type { EditorState } from '#server/editor/editor-state.ts';
import { DraftsLeft } from '../bar/DraftRecords.tsx';
import { CopyLink } from '../CopyLink.tsx';
import { type Receipt, changedElsewhere, isPage, planWords, receiptWords } from '#staff/publishing/receipt-words.ts';
import { storeResult } from '../publishing/result-store.ts';
import { PausedNotice } from '#staff/publishing/PausedNotice.tsx';
import { countWords } from '#staff/publishing/change-words.ts';
import { type MovedPage, useMoved } from '../publishing/use-moved.ts';
import { DrawnGroups } from '#staff/publishing/DrawnGroups.tsx';
import { UrlTable, changeNames } from '#staff/publishing/UrlTable.tsx';
import { Obstacles } from '#staff/publishing/Obstacles.tsx';
import { type OpenHere, type Warning, Warnings } from '#staff/publishing/Warnings.tsx';
import { openModule, openSettings, viewPublished } from '../query.ts';
import { refreshDraft } from '../refresh-draft.ts';
import { isPublishKey, useWindowKey } from '#staff/dialog/use-save-key.ts';
import { siteNames } from '#domain/site-names.ts';
import { words } from '#staff/words.ts';
import { Window } from '#staff/dialog/Window.tsx';

const AddToRelease = lazy(() => import('#staff/publishing/AddToRelease.tsx'));
const ChosenChanges = lazy(() => import('../publishing/ChosenChanges.tsx'));
const MovedBelow = lazy(() => import('../publishing/MovedBelow.tsx'));
const DescribePicture = lazy(() => import('#staff/fields/DescribePicture.tsx'));

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

const choosingMilliseconds = 250;

/** The polling interval while a publisher is behind. */
const pauseMilliseconds = 2000;

/**
 * The publish plan: what waits, and which of it is published; which pages change and why, and warnings. Once all of it is live
 * the published view shows the result; the window stays for what waits or failed.
 */
export default function PublishDialog({ state, onBusy, onClose }: Props): ReactNode {
  // A module that has nothing to show changes no page until it has.
  const hasChanges = state.changes.length > 0;
  const [at, setAt] = useState<Step>({ step: 'planning' });
  /** The button of the last step. */
  const next = useRef<HTMLButtonElement>(null);

  const [described, setDescribed] = useState<Picture | null>(null);
  const [left, setLeft] = useState<ReadonlySet<PageCell>>(new Set());
  const cells = left.size === 0 ? null : state.waiting.filter((cell) => !left.has(cell));

  /** What is shown as planned goes live at a moment, or with a release: nothing is left to publish now. */
  const [isLater, setLater] = useState(false);

  const moved = useMoved(state.pageId);
  const below = cells === null ? moved.chosen : [];

  useProgress({ pageId: state.pageId, cells, below }, at, setAt);

  useEffect(() => {
    if (at.step === 'published' && isLive(at.receipt)) showPublished(at.receipt, left.size, state);
    else if (at.step === 'published' || at.step === 'failed') next.current?.focus();
  }, [at, left, state]);

  const publish = async (plan: Plan) => {
    setAt({ step: 'publishing', plan });
    onBusy(true);
    const done = await publishChosen(state, cells, below ?? []);
    onBusy(false);
    setAt(done);
  };
  const actions = useRef<HTMLDivElement>(null);
  useWindowKey(actions, isPublishKey, () => {
    if (at.step === 'planned' && !isLater && mayPublish(at.plan, hasChanges)) void publish(at.plan);
  });
  const close = () => {
    if (at.step === 'publishing') return;
    onClose();
    // The draft is the published version now.
    if (at.step === 'published') void refreshDraft();
  };
  const replan = (leave = left) => {
    setDescribed(null);
    setLeft(leave);
    setAt({ step: 'planning' });
  };
  const here: OpenHere = {
    locale: state.locale,
    open: (moduleId, field) => {
      onClose();
      openPart(moduleId, field);
    },
    describe: setDescribed,
  };

  return (
    <Window title={titleOf(at)} size="medium" onClose={close}>
      <div className="ed-publish" role="region" aria-label="What publishing changes" tabIndex={0}>
        <Notices {...{ at, state }} />
        <Suspense>
          {state.waiting.length > 1 && at.step !== 'published' ? (
            <ChosenChanges
              {...{ state, left }}
              part={at.step === 'planned' ? at.plan.part : null}
              isBusy={at.step === 'publishing'}
              onChange={replan}
            />
          ) : null}
          {cells === null && moved.pages.length > 0 && at.step !== 'published' ? (
            <MovedBelow moved={moved} isBusy={at.step === 'publishing'} onChange={() => replan()} />
          ) : null}
        </Suspense>
        <Content {...{ at, cells, here, hasChanges }} query={queryOf(state, cells, below ?? [])} />
      </div>
      <div ref={actions} className="ed-window__actions">
        {isLater ? null : <PublishButton {...{ at, cells, hasChanges }} onPublish={(plan) => void publish(plan)} />}
        {at.step === 'planned' && mayPublish(at.plan, hasChanges) && (hasChanges || !state.isPublished) ? (
          <PublishLater {...{ state, cells }} onAdded={() => setLater(true)} onDone={onClose} />
        ) : null}
        <CloseButtons at={at} next={next} onClose={close} />
      </div>
      <Suspense>
        {described ? (
          <DescribePicture picture={described} onDone={() => replan()} onClose={() => setDescribed(null)} />
        ) : null}
      </Suspense>
    </Window>
  );
}

/** What is to be known before publishing. */
function Notices({ at, state }: { at: Step; state: EditorState }): ReactNode {
  return (
    <>
      <PausedNotice paused={pausedOf(at, state)} />
      {at.step === 'published' ? null : <DraftsLeft drafts={state.drafts} />}
    </>
  );
}

function openPart(moduleId: number | null, field: string | null): void {
  if (moduleId === null) openSettings(field);
  else openModule(moduleId, field);
}

async function publishChosen(
  { pageId, lastSave }: EditorState,
  cells: readonly PageCell[] | null,
  moved: readonly MovedPage[],
): Promise<Step> {
  const below = moved.map((page) => ({ id: page.id, lastSave: page.lastSave }));
  const chosen = cells === null ? (below.length > 0 ? { below } : {}) : { chosen: { cells: [...cells], lastSave } };
  const answer = await call('publishPage', { pageId, ...chosen });
  return answer.ok ? { step: 'published', receipt: answer.value } : { step: 'failed', message: answer.failure.message };
}

/** Whether publishing would change anything and is not refused, and nothing chosen needs something else. */
function mayPublish({ part, entries, obstacles }: Plan, hasChanges: boolean): boolean {
  return obstacles.length === 0 && (part?.needs ?? []).length === 0 && (entries.length > 0 || hasChanges);
}

/** What the plan has found, or else what the page was opened with. */
function pausedOf(at: Step, { paused }: EditorState): EditorState['paused'] {
  return at.step === 'planned' || at.step === 'publishing' ? at.plan.paused : paused;
}

type LaterProps = {
  state: EditorState;
  cells: readonly PageCell[] | null;
  onAdded: () => void;
  onDone: () => void;
};

/** Publishes the draft, or what is chosen of it, at a moment or with a release instead of now. */
function PublishLater({ state, cells, onAdded, onDone }: LaterProps): ReactNode {
  const [start, setStart] = useState<'moment' | 'release' | null>(null);
  return (
    <>
      <button type="button" className="ed-button" aria-haspopup="dialog" onClick={() => setStart('moment')}>
        Publish at …
      </button>
      {cells === null ? null : (
        <button type="button" className="ed-button" aria-haspopup="dialog" onClick={() => setStart('release')}>
          Add to release …
        </button>
      )}
      {start ? (
        <Suspense>
          <AddToRelease
            items={[{ page: state.pageId }]}
            title={document.title}
            lastSave={state.lastSave}
            start={start}
            {...(cells === null ? {} : { part: { page: state.pageId, cells } })}
            onAdded={onAdded}
            onClose={(isDone) => {
              setStart(null);
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

/** Leaves for the published view, which says what was published, and how much stays in the draft. */
function showPublished(receipt: Receipt, left: number, state: EditorState): void {
  const rest = left === 0 ? '' : ` ${countWords(left, 'part stays', 'parts stay')} in the draft.`;
  storeResult({
    path: location.pathname,
    said: `${receiptWords(receipt)}${rest}`,
    elsewhere: changedElsewhere(receipt.entries, state),
    rows: receipt.entries.map((entry) => ({
      name: `${siteNames[entry.site]}, ${englishNameOf[entry.locale]}: ${readablePath(entry.path)}`,
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
  /** What is published of the draft; null is all of it. */
  cells: readonly PageCell[] | null;
  here: OpenHere;
  hasChanges: boolean;
  /** What is published, as the addresses of frames say it. */
  query: string;
};

function queryOf(
  { pageId }: Pick<EditorState, 'pageId'>,
  cells: readonly PageCell[] | null,
  below: readonly MovedPage[],
): string {
  if (cells !== null) return `plan=${pageId}&cells=${cells.join(',')}`;
  return `plan=${pageId}${below.length === 0 ? '' : `&below=${below.map(({ id }) => id).join(',')}`}`;
}

function Content({ at, cells, here, hasChanges, query }: ContentProps): ReactNode {
  if (cells?.length === 0) return <p role="status">Nothing is chosen.</p>;
  switch (at.step) {
    case 'planning':
      return (
        <>
          <p role="status">Working out what publishing changes …</p>
          {at.plan ? <DrawnGroups key="drawn" plan={at.plan} query={query} /> : null}
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
      const { entries, warnings, obstacles, part } = at.plan;
      if (part && part.needs.length > 0) return null;
      return (
        <>
          <Obstacles messages={obstacles} />
          <p role="status">{planWords(entries, hasChanges, 'drawn')}</p>
          <Warnings warnings={warnings} here={here} />
          {/* The same one as before, so that what somebody looks at stays open. */}
          <DrawnGroups key="drawn" plan={at.plan} query={query} />
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

/** Loads the publish plan, and polls the receipt while a publisher is behind. */
function useProgress(
  { pageId, cells, below }: { pageId: number; cells: readonly PageCell[] | null; below: readonly MovedPage[] | null },
  at: Step,
  setAt: Dispatch<SetStateAction<Step>>,
): void {
  const isPlanning = at.step === 'planning' && cells?.length !== 0 && below !== null;
  const along = below?.map(({ id }) => id) ?? [];
  const part = cells?.join(',') ?? (along.length > 0 ? along.join(',') : undefined);
  const ask = useEffectEvent((first?: number) =>
    call('planPublish', {
      pageId,
      ...(first === undefined ? {} : { first }),
      ...(cells === null ? {} : { cells: [...cells] }),
      ...(along.length === 0 ? {} : { below: along }),
    }),
  );
  useEffect(() => {
    if (!isPlanning) return undefined;
    let isCurrent = true;
    const plan = () => {
      void ask(firstPages).then((answer) => {
        if (isCurrent && answer.ok) setAt((now) => (now.step === 'planning' ? { ...now, plan: answer.value } : now));
      });
      void ask().then((answer) => {
        if (!isCurrent) return;
        setAt(
          answer.ok ? { step: 'planned', plan: answer.value } : { step: 'failed', message: answer.failure.message },
        );
      });
    };
    // Boxes are ticked one after the other.
    const timer = setTimeout(plan, part === undefined ? 0 : choosingMilliseconds);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [isPlanning, part, setAt]);

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

type PublishButtonProps = Pick<ContentProps, 'at' | 'cells' | 'hasChanges'> & { onPublish: (plan: Plan) => void };

function PublishButton({ at, cells, hasChanges, onPublish }: PublishButtonProps): ReactNode {
  if (at.step !== 'planning' && at.step !== 'planned' && at.step !== 'publishing') return null;
  return (
    <button
      type="button"
      className="ed-button ed-button--primary"
      disabled={at.step === 'planning' || !mayPublish(at.plan, hasChanges)}
      aria-keyshortcuts="Control+Enter Meta+Enter"
      // `aria-disabled`: a disabled button would lose the focus.
      aria-disabled={at.step === 'publishing' ? true : undefined}
      aria-busy={at.step === 'publishing'}
      onClick={() => at.step === 'planned' && onPublish(at.plan)}
    >
      {at.step === 'publishing' ? 'Publishing …' : cells === null ? 'Publish now' : 'Publish chosen'}
    </button>
  );
}
