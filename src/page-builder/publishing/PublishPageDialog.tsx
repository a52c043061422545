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
import type { Later } from '#staff/publishing/PublishLater.tsx';
import type { OpenHere, Warning } from '#staff/publishing/Warnings.tsx';
import { labels } from '#staff/messages/labels.ts';
import { CopyLink } from '../CopyLink.tsx';
import { openModule, openSettings, viewPublished } from '../query.ts';
import { refreshDraft } from '../refresh-draft.ts';
import { storeResult } from './result-store.ts';
import { type Along, type WaitingDraft, useAlong } from './use-along.ts';
import { type Moved, type MovedPage, useMoved } from './use-moved.ts';

const ChosenChanges = lazy(() => import('./ChosenChanges.tsx'));
const DraftsAlong = lazy(() => import('./DraftsAlong.tsx'));
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
  /** Drafts of records. */
  records: readonly WaitingDraft[];
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
  const along = useAlong(state.drafts);
  const cells = left.size === 0 ? null : state.waiting.filter((cell) => !left.has(cell));
  const chosen: Chosen = { cells, below: cells === null ? moved.chosen : [], records: along.chosen };

  const here: OpenHere = {
    locale: state.locale,
    open: (moduleId, field) => {
      onClose();
      if (moduleId === null) openSettings(field);
      else openModule(moduleId, field);
    },
    describe: setDescribed,
    takeAlong: ({ kind, id }, title) => along.choose({ kind, id, title }, true),
  };
  const publishable = {
    ...describePublishingPage(state, chosen, here),
    wanted: chosen.below === null || cells?.length === 0 ? null : JSON.stringify([turn, ...toIds(chosen)]),
    apply: async (plan: Plan) => {
      onBusy(true);
      const answer = await publishChosen(state.pageId, chosen, plan);
      onBusy(false);
      leaveWhenLive(answer, left.size, state);
      return answer;
    },
    follow: (receipt: Receipt) => (receipt.pending ? awaitLive(receipt, left.size, state) : null),
  };
  const above = (at: Step<Plan, Receipt>) => (
    <Choosing {...{ at, state, left, cells, moved, along }} onLeave={setLeft} />
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
            isAlong
            picture={described}
            onDone={({ title }) => {
              setDescribed(null);
              along.choose({ ...described, title }, true);
              setTurn(turn + 1);
            }}
            onClose={() => setDescribed(null)}
          />
        ) : null}
      </Suspense>
    </PublishDialog>
  );
}

type ChoosingProps = {
  at: Step<Plan, Receipt>;
  state: EditorState;
  left: ReadonlySet<PageCell>;
  cells: readonly PageCell[] | null;
  moved: Moved;
  along: Along;
  onLeave: (left: ReadonlySet<PageCell>) => void;
};

/** What of the draft is published, and what with it. */
function Choosing({ at, state, left, cells, moved, along, onLeave }: ChoosingProps): ReactNode {
  const isPlan = at.step === 'planned' || at.step === 'applying';
  const isBusy = at.step === 'applying';
  return (
    <>
      <PausedNotice paused={isPlan ? at.plan.paused : state.paused} />
      {at.step === 'done' ? null : (
        <Suspense>
          {state.waiting.length > 1 ? (
            <ChosenChanges
              {...{ state, left, isBusy }}
              part={at.step === 'planned' ? at.plan.part : null}
              onChange={onLeave}
            />
          ) : null}
          {cells === null && moved.pages.length > 0 ? <MovedBelow {...{ moved, isBusy }} /> : null}
          {along.drafts.length > 0 ? <DraftsAlong {...{ along, isBusy }} /> : null}
        </Suspense>
      )}
    </>
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
      const [parts, below, records] = toIds(chosen);
      const input = {
        pageId,
        ...(parts === null ? {} : { cells: [...parts] }),
        ...(below.length === 0 ? {} : { below }),
        ...(records.length === 0 ? {} : { records }),
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
    later: (plan) => (hasChanges || !state.isPublished ? describeLater(state, chosen, plan) : null),
  };
}

/** The same at a moment or in a release; some of a page goes there without anything else. */
function describeLater({ pageId, title }: EditorState, { cells, records }: Chosen, plan: Plan): Later | null {
  const { lastSave } = plan;
  if (cells === null) {
    return {
      items: [{ page: pageId }, ...plan.records],
      title,
      lastSave,
      nameOf: (item) => ('page' in item ? title : (records.find(({ id }) => id === item.id)?.title ?? '')),
    };
  }
  return records.length === 0 ? { items: [{ page: pageId }], title, lastSave, part: { page: pageId, cells } } : null;
}

type RecordName = Pick<WaitingDraft, 'kind' | 'id'>;

/** What is chosen, as calls name it. */
function toIds({
  cells,
  below,
  records,
}: Chosen): [cells: readonly PageCell[] | null, below: number[], records: RecordName[]] {
  return [cells, below?.map(({ id }) => id) ?? [], records.map(({ kind, id }) => ({ kind, id }))];
}

/** What is published, as the addresses of frames say it. */
function makeQuery(pageId: number, chosen: Chosen): string {
  const [cells, below, records] = toIds(chosen);
  const part = cells === null ? '' : `&cells=${cells.join(',')}`;
  const pages = cells !== null || below.length === 0 ? '' : `&below=${below.join(',')}`;
  const along = records.length === 0 ? '' : `&with=${records.map(({ kind, id }) => `${kind}:${id}`).join(',')}`;
  return `plan=${pageId}${part}${pages}${along}`;
}

/** Publishes what the plan was made of: what somebody has saved since is planned first. */
function publishChosen(
  pageId: number,
  { cells, below }: Chosen,
  { lastSave, records }: Pick<Plan, 'lastSave' | 'records'>,
): Promise<Call<Receipt>> {
  const along = below?.map((page) => ({ id: page.id, lastSave: page.lastSave })) ?? [];
  const chosen =
    cells === null
      ? { lastSave, ...(along.length > 0 ? { below: along } : {}) }
      : { chosen: { cells: [...cells], lastSave } };
  return call('publishPage', { pageId, ...chosen, ...(records.length > 0 ? { records } : {}) });
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
