import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PausedSite } from '#content/publishing/paused-sites.ts';
import type { Call, CallFailure } from '../calls/api.ts';
import { Failure } from '../calls/Failure.tsx';
import { isPublishKey, useDialogKey } from '../dialog/use-save-key.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import type { Plan as DrawnPlan } from './ChangeGroups.tsx';
import { DrawnGroups } from './DrawnGroups.tsx';
import { Obstacles } from './Obstacles.tsx';
import { PausedNotice } from './PausedNotice.tsx';
import { type Later, PublishLater } from './PublishLater.tsx';
import type { Entry } from '#staff/publishing/receipt.ts';
import { UrlTable } from './UrlTable.tsx';
import { type OpenHere, type Warning, Warnings } from './Warnings.tsx';

/** What the dialog says of a plan, from above to below. */
type PlanView = {
  paused?: readonly PausedSite[];
  /** What refuses all of it. */
  obstacles?: readonly string[];
  /** What would change, in a sentence. */
  sentence: string;
  more?: ReactNode;
  warned?: { warnings: readonly Warning[]; here: OpenHere };
  /** What differs on pages, in words, and the pages themselves, whose frames have the query in their address. */
  drawn?: { plan: DrawnPlan; query: string };
  entries: readonly Entry[];
  rest?: ReactNode;
};

/** What the dialog says when it is done. */
type ReceiptView = {
  title: string;
  sentence: string;
  more?: ReactNode;
  entries: readonly Entry[];
  publishedAt?: string;
};

/** What the parts of the dialog are called. */
export type Sentences = { region: string; planning: string; apply: string; applying: string };

/** Something that is published or taken back. A refused call that its caller deals with itself answers null. */
export type Publishable<P, R> = {
  title: string;
  /** Of something that is taken back. */
  takingBack?: Sentences;
  /** The name of the button, where only a part is published. */
  button?: string;
  /** It asks as a warning does, and the way out comes first. */
  isGrave?: boolean;
  /** Says which plan is wanted: another one is made when it changes. Null: none yet. */
  wanted: string | null;
  /** What stands in place of a plan. */
  instead?: string | null;
  /** The plan of before is shown until there is the new one. */
  keepsPlan?: boolean;
  /** `onFirst` may be given the beginning of a plan that takes long. */
  plan: (onFirst: (plan: P) => void) => Promise<Call<P> | null>;
  apply: (plan: P) => Promise<Call<R> | null>;
  mayApply: (plan: P) => boolean;
  /** Nothing is left to decide. */
  isEmpty?: (plan: P) => boolean;
  /** Null: there is nothing to say of it. */
  viewPlan: (plan: P) => PlanView | null;
  /** Without it the dialog closes when it is done. */
  viewReceipt?: (receipt: R) => ReceiptView;
  /** Looks again at what is not live yet; null when there is nothing to wait for. */
  follow?: (receipt: R) => Promise<Call<R>> | null;
  /** Publishes at a moment or with a release instead, where the plan may be applied. */
  later?: (plan: P) => Later | null;
};

/** A plan is followed by its receipt, or by a failure, after which it can be planned again. */
export type Step<P, R> =
  /** With the plan of before, or the beginning of the one that is being made. */
  | { step: 'planning'; plan: P | null }
  | { step: 'planned' | 'applying'; plan: P }
  | { step: 'done'; receipt: R }
  | { step: 'failed'; failure: CallFailure };

type Props<P, R> = {
  publishable: Publishable<P, R>;
  /** Above all that is said of the plan. */
  above?: (at: Step<P, R>) => ReactNode;
  /** The buttons when it is done, the first of which gets the focus; without them there is one that closes. */
  DoneButtons?: ComponentType<{ onClose: () => void }>;
  /** Called with whether anything was published, now or for later. */
  onClose: (isDone: boolean) => void;
  children?: ReactNode;
};

const publishing: Sentences = {
  region: 'What publishing changes',
  planning: 'Working out what publishing changes …',
  apply: 'Publish now',
  applying: 'Publishing …',
};

/** Before another plan is made: boxes are ticked one after the other. */
const choosingMilliseconds = 250;

/** The polling interval while a publisher is behind. */
const pauseMilliseconds = 2000;

/** What publishing something would change, or taking it back; then what has become of it. */
export function PublishDialog<P, R>({ publishable, above, DoneButtons, onClose, children }: Props<P, R>): ReactNode {
  const { at, isEnded, apply, retry } = usePublishing(publishable, onClose);
  /** What is planned goes live at a moment, or with a release: nothing is left to publish now. */
  const [isAdded, setAdded] = useState(false);
  const { title, takingBack, isGrave = false } = publishable;
  const sentences = takingBack ?? publishing;

  const region = useRef<HTMLDivElement>(null);
  const actions = useRef<HTMLDivElement>(null);
  useDialogKey(actions, isPublishKey, () => {
    if (!takingBack && !isAdded) void apply();
  });
  useEffect(() => {
    if (isEnded) actions.current?.querySelector('button')?.focus();
  }, [isEnded]);

  const close = () => {
    if (at.step !== 'applying') onClose(at.step === 'done');
  };
  const isReady = at.step === 'planned' && publishable.mayApply(at.plan);
  const isApplying = at.step === 'applying';
  const isFailed = at.step === 'failed';
  const tryAgain = () => {
    // Its button goes with the failure.
    region.current?.focus();
    retry();
  };
  const later = at.step === 'planned' && isReady && !isEnded ? publishable.later?.(at.plan) : null;
  const applyButton = isFailed ? (
    <button type="button" className="ed-button ed-button--primary" onClick={tryAgain}>
      Try again
    </button>
  ) : isEnded || isAdded ? null : (
    <button
      type="button"
      className={`ed-button ed-button--${isGrave ? 'danger' : 'primary'}`}
      disabled={!isReady && !isApplying}
      // `aria-disabled`: a disabled button would lose the focus.
      aria-disabled={isApplying ? true : undefined}
      aria-busy={isApplying}
      aria-keyshortcuts={takingBack ? undefined : 'Control+Enter Meta+Enter'}
      onClick={() => void apply()}
    >
      {isApplying ? sentences.applying : (publishable.button ?? sentences.apply)}
    </button>
  );
  const closeButton = (
    <button
      type="button"
      className={isEnded && !isFailed ? 'ed-button ed-button--primary' : 'ed-button'}
      data-autofocus={isGrave ? true : undefined}
      disabled={isApplying}
      onClick={close}
    >
      {isEnded ? 'Close' : 'Cancel'}
    </button>
  );
  return (
    <Dialog
      title={at.step === 'done' ? (publishable.viewReceipt?.(at.receipt).title ?? title) : title}
      size="medium"
      role={isGrave ? 'alertdialog' : 'dialog'}
      onClose={close}
    >
      <div ref={region} className="ed-publish" role="region" aria-label={sentences.region} tabIndex={0}>
        {above?.(at)}
        <Content {...{ publishable, at }} />
      </div>
      <div ref={actions} className="ed-dialog__actions">
        {isGrave && !isFailed ? closeButton : applyButton}
        {later ? <PublishLater later={later} onAdded={() => setAdded(true)} onDone={() => onClose(true)} /> : null}
        {isGrave && !isFailed ? (
          applyButton
        ) : at.step === 'done' && DoneButtons ? (
          <DoneButtons onClose={close} />
        ) : (
          closeButton
        )}
      </div>
      {children}
    </Dialog>
  );
}

type ContentProps<P, R> = { publishable: Publishable<P, R>; at: Step<P, R> };

function Content<P, R>({ publishable, at }: ContentProps<P, R>): ReactNode {
  const { takingBack, keepsPlan = false, viewPlan, viewReceipt, instead } = publishable;
  if (instead) return <p role="status">{instead}</p>;
  if (at.step === 'failed') return <Refused failure={at.failure} />;
  if (at.step === 'done') return viewReceipt ? <Receipt view={viewReceipt(at.receipt)} /> : null;
  const view = at.plan === null ? null : viewPlan(at.plan);
  const isPlanned = at.step !== 'planning' || (view !== null && keepsPlan);
  return (
    <>
      {isPlanned ? null : <p role="status">{(takingBack ?? publishing).planning}</p>}
      {view && isPlanned ? <PlanHead view={view} /> : null}
      {/* The same one while the rest of a plan is worked out, so that what somebody looks at stays open. */}
      {view?.drawn ? <DrawnGroups key="drawn" {...view.drawn} /> : null}
      {view && isPlanned ? (
        <>
          <UrlTable entries={view.entries} />
          {view.rest}
        </>
      ) : null}
    </>
  );
}

function PlanHead({ view: { paused = [], obstacles = [], sentence, more, warned } }: { view: PlanView }): ReactNode {
  return (
    <>
      <PausedNotice paused={paused} />
      <Obstacles messages={obstacles} />
      <p role="status">{sentence}</p>
      {more}
      {warned ? <Warnings {...warned} /> : null}
    </>
  );
}

function Receipt({ view: { sentence, more, entries, publishedAt } }: { view: ReceiptView }): ReactNode {
  return (
    <>
      <p role="status">{sentence}</p>
      {more}
      <UrlTable entries={entries} publishedAt={publishedAt} />
    </>
  );
}

/** Why there is no plan, or why it could not be applied; what of several was refused is named. */
function Refused({ failure }: { failure: CallFailure }): ReactNode {
  return (
    <Failure failure={failure}>
      {failure.issues.length > 0 ? (
        <ul className="ed-stored">
          {failure.issues.map(({ message }, index) => (
            <li key={index}>{message}</li>
          ))}
        </ul>
      ) : null}
    </Failure>
  );
}

/** The step of a dialog, with what takes it to the next one. */
function usePublishing<P, R>(publishable: Publishable<P, R>, onClose: (isDone: boolean) => void) {
  const [turn, setTurn] = useState(0);
  const wanted = publishable.wanted === null ? null : `${turn} ${publishable.wanted}`;
  const [found, setFound] = useState<Found<P, R>>({ wanted: null, at: { step: 'planning', plan: null } });
  const at = getStep(found, wanted, publishable.keepsPlan);
  const setAt = (next: Step<P, R>) => setFound({ wanted, at: next });

  const plan = useEffectEvent(publishable.plan);
  const isFirst = useRef(true);
  useEffect(() => {
    if (wanted === null) return undefined;
    let isCurrent = true;
    const ask = async () => {
      const answer = await plan((first) => {
        if (isCurrent)
          setFound((now) => (now.wanted === wanted ? now : { wanted, at: { step: 'planning', plan: first } }));
      });
      if (!isCurrent || answer === null) return;
      setFound({
        wanted,
        at: answer.ok ? { step: 'planned', plan: answer.value } : { step: 'failed', failure: answer.failure },
      });
    };
    const timer = setTimeout(() => void ask(), isFirst.current ? 0 : choosingMilliseconds);
    isFirst.current = false;
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [wanted]);

  const follow = useEffectEvent((receipt: R) => publishable.follow?.(receipt) ?? null);
  const receipt = at.step === 'done' ? at.receipt : null;
  useEffect(() => {
    if (receipt === null) return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void follow(receipt)?.then((answer) => {
        if (isCurrent && answer.ok) setFound((now) => ({ ...now, at: { step: 'done', receipt: answer.value } }));
      });
    }, pauseMilliseconds);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [receipt]);

  const apply = async () => {
    if (at.step !== 'planned' || !publishable.mayApply(at.plan)) return;
    setAt({ step: 'applying', plan: at.plan });
    const answer = await publishable.apply(at.plan);
    if (answer?.ok && !publishable.viewReceipt) return onClose(true);
    if (answer)
      setAt(answer.ok ? { step: 'done', receipt: answer.value } : { step: 'failed', failure: answer.failure });
  };
  const isEnded =
    at.step === 'done' || at.step === 'failed' || (at.step === 'planned' && (publishable.isEmpty?.(at.plan) ?? false));
  return { at, isEnded, apply, retry: () => setTurn(turn + 1) };
}

/** The last step that was reached, and which plan was wanted then. */
type Found<P, R> = { wanted: string | null; at: Step<P, R> };

/** Where another plan is wanted than the one that was found, it is being made. */
function getStep<P, R>({ wanted: of, at }: Found<P, R>, wanted: string | null, keepsPlan = false): Step<P, R> {
  if (of === wanted || at.step === 'applying' || at.step === 'done') return at;
  return { step: 'planning', plan: keepsPlan && 'plan' in at ? at.plan : null };
}
