import { type ReactNode, Suspense, lazy, useState } from 'react';
import { englishNames } from '#domain/locales.ts';
import type { PageCell } from '#domain/pages/page-cell.ts';
import { readablePath } from '#domain/addresses/readable-path.ts';
import { siteNames } from '#domain/site-names.ts';
import type { EditorState } from '#server/editor/editor-state.ts';
import { type ActionOutput, type Call, call } from '#staff/calls/api.ts';
import { describeCount } from '#staff/messages/count.ts';
import { PausedNotice } from '#staff/publishing/PausedNotice.tsx';
import { PublishDialog, type Publishable, type Step } from '#staff/publishing/PublishDialog.tsx';
import { type Receipt, changedElsewhere, isLive, isPage } from '#staff/publishing/receipt.ts';
import { describeReceipt, describePlannedChanges, describeOutcome } from '#staff/messages/receipt.ts';
import { changeNames } from '#staff/publishing/UrlTable.tsx';
import type { OpenHere, Warning } from '#staff/publishing/Warnings.tsx';
import { labels } from '#staff/messages/labels.ts';
import { DraftsLeft } from '../bar/DraftRecords.tsx';
import { CopyLink } from '../CopyLink.tsx';
import { openModule, openSettings, viewPublished } from '../query.ts';
import { refreshDraft } from '../refresh-draft.ts';
import { storeResult } from './result-store.ts';
import { type MovedPage, useMoved } from './use-moved.ts';

const ChosenChanges = lazy(() => import('./ChosenChanges.tsx'));
const MovedBelow = lazy(() => import('./MovedBelow.tsx'));
const DescribePicture = lazy(() => import('#staff/fields/DescribePicture.tsx'));

type Plan = ActionOutput<'planPublish'>;

type Picture = NonNullable<Warning['picture']>;

type Props = { state: EditorState; onBusy: (isBusy: boolean) => void; onClose: () => void };

/** What is published of a draft, and with it. */
type Chosen = {
  /** Null is all of the draft. */
  cells: readonly PageCell[] | null;
  /** The pages below that have moved along; null before they are known. */
  below: readonly MovedPage[] | null;
};

/** How many pages are shown while all others are worked out. */
const firstPages = 20;

/**
 * The publish plan: what waits, and which of it is published; which pages change and why, and warnings. Once all of it is live
 * the published view shows the result; the dialog stays for what waits or failed.
 */
export default function PublishPageDialog({ state, onBusy, onClose }: Props): ReactNode {
  const [described, setDescribed] = useState<Picture | null>(null);
  const [left, setLeft] = useState<ReadonlySet<PageCell>>(new Set());
  /** How often it was planned anew for something else than another choice. */
  const [turn, setTurn] = useState(0);
  const moved = useMoved(state.pageId);
  const cells = left.size === 0 ? null : state.waiting.filter((cell) => !left.has(cell));
  const chosen: Chosen = { cells, below: cells === null ? moved.chosen : [] };

  const here: OpenHere = {
    locale: state.locale,
    open: (moduleId, field) => {
      onClose();
      if (moduleId === null) openSettings(field);
      else openModule(moduleId, field);
    },
    describe: setDescribed,
  };
  const publishable = {
    ...describePublishingPage(state, chosen, here),
    wanted: chosen.below === null || cells?.length === 0 ? null : JSON.stringify([turn, ...toIds(chosen)]),
    apply: async ({ lastSave }: Plan) => {
      onBusy(true);
      const answer = await publishChosen(state.pageId, chosen, lastSave);
      onBusy(false);
      leaveWhenLive(answer, left.size, state);
      return answer;
    },
    follow: (receipt: Receipt) => (receipt.pending ? awaitLive(receipt, left.size, state) : null),
  };
  const above = (at: Step<Plan, Receipt>) => (
    <>
      <PausedNotice paused={at.step === 'planned' || at.step === 'applying' ? at.plan.paused : state.paused} />
      {at.step === 'done' ? null : <DraftsLeft drafts={state.drafts} />}
      <Suspense>
        {state.waiting.length > 1 && at.step !== 'done' ? (
          <ChosenChanges
            {...{ state, left }}
            part={at.step === 'planned' ? at.plan.part : null}
            isBusy={at.step === 'applying'}
            onChange={setLeft}
          />
        ) : null}
        {cells === null && moved.pages.length > 0 && at.step !== 'done' ? (
          <MovedBelow moved={moved} isBusy={at.step === 'applying'} />
        ) : null}
      </Suspense>
    </>
  );
  return (
    <PublishDialog
      {...{ publishable, above, DoneButtons }}
      onClose={(isDone) => {
        onClose();
        // The draft is the published version now.
        if (isDone) void refreshDraft();
      }}
    >
      <Suspense>
        {described ? (
          <DescribePicture
            picture={described}
            onDone={() => {
              setDescribed(null);
              setTurn(turn + 1);
            }}
            onClose={() => setDescribed(null)}
          />
        ) : null}
      </Suspense>
    </PublishDialog>
  );
}

/** Publishing a draft, or what is chosen of it, as the dialog shows it. */
function describePublishingPage(
  state: EditorState,
  chosen: Chosen,
  here: OpenHere,
): Omit<Publishable<Plan, Receipt>, 'wanted' | 'apply'> {
  const { pageId } = state;
  const { cells } = chosen;
  // A module that has nothing to show changes no page until it has.
  const hasChanges = state.changes.length > 0;
  return {
    title: labels.publish,
    ...(cells === null ? {} : { button: 'Publish chosen' }),
    instead: cells?.length === 0 ? 'Nothing is chosen.' : null,
    plan: (onFirst) => {
      const [parts, below] = toIds(chosen);
      const input = {
        pageId,
        ...(parts === null ? {} : { cells: [...parts] }),
        ...(below.length === 0 ? {} : { below }),
      };
      void call('planPublish', { ...input, first: firstPages }).then((answer) => {
        if (answer.ok) onFirst(answer.value);
      });
      return call('planPublish', input);
    },
    // It changes something and is not refused, and nothing chosen needs something else.
    mayApply: ({ part, entries, obstacles }) =>
      obstacles.length === 0 && (part?.needs ?? []).length === 0 && (entries.length > 0 || hasChanges),
    viewPlan: (plan) =>
      plan.part && plan.part.needs.length > 0
        ? null
        : {
            obstacles: plan.obstacles,
            sentence: describePlannedChanges(plan.entries, hasChanges, 'drawn'),
            warned: { warnings: plan.warnings, here },
            drawn: { plan, query: makeQuery(pageId, chosen) },
            entries: plan.entries,
          },
    viewReceipt: describeReceipt,
    later: ({ lastSave }) =>
      hasChanges || !state.isPublished
        ? {
            items: [{ page: pageId }],
            title: state.title,
            lastSave,
            ...(cells === null ? {} : { part: { page: pageId, cells } }),
          }
        : null,
  };
}

/** What is chosen, as calls name it. */
function toIds({ cells, below }: Chosen): [cells: readonly PageCell[] | null, below: number[]] {
  return [cells, below?.map(({ id }) => id) ?? []];
}

/** What is published, as the addresses of frames say it. */
function makeQuery(pageId: number, chosen: Chosen): string {
  const [cells, below] = toIds(chosen);
  if (cells !== null) return `plan=${pageId}&cells=${cells.join(',')}`;
  return `plan=${pageId}${below.length === 0 ? '' : `&below=${below.join(',')}`}`;
}

/** Publishes what the plan was made of: what somebody has saved since is planned first. */
function publishChosen(pageId: number, { cells, below }: Chosen, lastSave: number): Promise<Call<Receipt>> {
  const along = below?.map((page) => ({ id: page.id, lastSave: page.lastSave })) ?? [];
  const chosen =
    cells === null
      ? { lastSave, ...(along.length > 0 ? { below: along } : {}) }
      : { chosen: { cells: [...cells], lastSave } };
  return call('publishPage', { pageId, ...chosen });
}

async function awaitLive({ publishedAt }: Receipt, left: number, state: EditorState): Promise<Call<Receipt>> {
  const answer = await call('awaitPublish', { pageId: state.pageId, publishedAt });
  leaveWhenLive(answer, left, state);
  return answer;
}

/** Leaves for the published view, which says what was published, and how much stays in the draft. */
function leaveWhenLive(answer: Call<Receipt>, left: number, state: EditorState): void {
  if (!answer.ok || !isLive(answer.value)) return;
  const receipt = answer.value;
  const rest = left === 0 ? '' : ` ${describeCount(left, 'part stays', 'parts stay')} in the draft.`;
  storeResult({
    path: location.pathname,
    announcement: `${describeOutcome(receipt)}${rest}`,
    elsewhere: changedElsewhere(receipt.entries, state),
    rows: receipt.entries.map((entry) => ({
      name: `${siteNames[entry.site]}, ${englishNames[entry.locale]}: ${readablePath(entry.path)}`,
      href: entry.change === 'removed' ? null : entry.url,
      change: changeNames[entry.change],
      why: entry.reasons.join('. '),
      isPage: isPage(entry),
    })),
  });
  viewPublished();
}

function DoneButtons({ onClose }: { onClose: () => void }): ReactNode {
  return (
    <>
      <button type="button" className="ed-button ed-button--primary" onClick={viewPublished}>
        {labels.viewPublished}
      </button>
      <button type="button" className="ed-button" onClick={onClose}>
        {labels.keepEditing}
      </button>
      <CopyLink href={`${location.origin}${location.pathname}`} />
    </>
  );
}
