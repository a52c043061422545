import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { defaultLocale } from '#domain/locales.ts';
import type { KindName } from '#kinds/registry.ts';
import { type ActionOutput, type CallFailure, call } from '#staff/calls/api.ts';
import { Window } from '#staff/dialog/Window.tsx';
import AddToRelease from '#staff/publishing/AddToRelease.tsx';
import { DrawnGroups } from '#staff/publishing/DrawnGroups.tsx';
import { PausedNotice } from '#staff/publishing/PausedNotice.tsx';
import { UrlTable } from '#staff/publishing/UrlTable.tsx';
import { Warnings } from '#staff/publishing/Warnings.tsx';
import { planWords, receiptWords } from '#staff/publishing/receipt-words.ts';
import { isPublishKey, useWindowKey } from '#staff/dialog/use-save-key.ts';
import { words } from '#staff/words.ts';
import type { RecordId } from '#view-model/records.ts';

export type NamedRecord = { kind: KindName; id: RecordId; title: string };

type Step =
  | { step: 'planning' }
  | { step: 'planned' | 'publishing'; plan: ActionOutput<'planRecords'> }
  | { step: 'published'; receipt: ActionOutput<'publishRecords'> }
  | { step: 'failed'; failure: CallFailure };

type Props = {
  records: readonly NamedRecord[];
  /** Called with whether anything was published. */
  onClose: (isDone: boolean) => void;
  /** Fields to complete first, of a single record. */
  onInvalid?: (failure: CallFailure) => void;
  /** A single record was changed since its draft was begun: the two are to be merged. */
  onOvertaken?: () => void;
};

/** What publishing records would change, with the URLs; then what has become of each. */
export function PublishRecords({ records, onClose, onInvalid, onOvertaken }: Props): ReactNode {
  const [at, setAt] = useState<Step>({ step: 'planning' });
  const [isLater, setLater] = useState(false);
  const [isAdded, setAdded] = useState(false);
  const next = useRef<HTMLButtonElement>(null);
  const invalid = useRef(onInvalid);
  const input = useRef(records.map(({ kind, id }) => ({ kind, id })));
  useEffect(() => {
    let isCurrent = true;
    void call('planRecords', { records: input.current }).then((answer) => {
      if (!isCurrent) return;
      if (!answer.ok && answer.failure.code === 'invalid' && invalid.current)
        return invalid.current(atFields(answer.failure));
      setAt(answer.ok ? { step: 'planned', plan: answer.value } : { step: 'failed', failure: answer.failure });
    });
    return () => {
      isCurrent = false;
    };
  }, []);
  useEffect(() => {
    if (isOver(at)) next.current?.focus();
  }, [at]);

  const publish = async () => {
    if (at.step !== 'planned' || isAdded) return;
    setAt({ step: 'publishing', plan: at.plan });
    const answer = await call('publishRecords', { records: input.current });
    if (!answer.ok && answer.failure.code === 'invalid' && onInvalid) return onInvalid(atFields(answer.failure));
    if (!answer.ok && answer.failure.code === 'conflict' && onOvertaken) return onOvertaken();
    setAt(answer.ok ? { step: 'published', receipt: answer.value } : { step: 'failed', failure: answer.failure });
  };
  return (
    <Window
      title={titleOf(at)}
      size="medium"
      onClose={() => {
        if (at.step !== 'publishing') onClose(at.step === 'published');
      }}
    >
      <div className="ed-publish" role="region" aria-label="What publishing changes" tabIndex={0}>
        <Content at={at} records={records} />
      </div>
      <Buttons
        {...{ at, isAdded, next }}
        onPublish={() => void publish()}
        onLater={() => setLater(true)}
        onClose={() => onClose(at.step === 'published')}
      />
      {isLater ? (
        <AddToRelease
          items={records.map(({ kind, id }) => ({ kind, id }))}
          title={records.map(({ title }) => title).join(', ')}
          nameOf={(item) => ('id' in item ? (records.find(({ id }) => id === item.id)?.title ?? '') : '')}
          start="moment"
          onAdded={() => setAdded(true)}
          onClose={(isDone) => (isDone ? onClose(true) : setLater(false))}
        />
      ) : null}
    </Window>
  );
}

/** Issues of a single record by the paths of its fields: they come with its kind and id before them. */
function atFields(failure: CallFailure): CallFailure {
  return { ...failure, issues: failure.issues.map(({ path, message }) => ({ path: path.slice(2), message })) };
}

function titleOf(at: Step): string {
  if (at.step !== 'published') return words.publish;
  const isLive = !at.receipt.pending && at.receipt.entries.every(({ change }) => change !== 'failed');
  if (isLive) return 'Published';
  return at.receipt.pending ? 'Waiting to be published' : 'Published in part';
}

function Content({ at, records }: { at: Step; records: readonly NamedRecord[] }): ReactNode {
  switch (at.step) {
    case 'planning':
      return <p role="status">Working out what publishing changes …</p>;
    case 'failed':
      return <Refused failure={at.failure} />;
    case 'planned':
    case 'publishing':
      return (
        <>
          <PausedNotice paused={at.plan.paused} />
          <p role="status">{draftWords(records, at.plan)}</p>
          {records.length > 1 ? <p className="ed-table__quiet">{titlesOf(records)}</p> : null}
          <Warnings
            warnings={at.plan.warnings}
            here={{ locale: defaultLocale, open: () => undefined, describe: () => undefined }}
          />
          <DrawnGroups plan={at.plan} query={queryOf(records)} />
          <UrlTable entries={at.plan.entries} />
        </>
      );
    case 'published':
      return (
        <>
          <p role="status">{receiptWords(at.receipt)}</p>
          <UrlTable entries={at.receipt.entries} publishedAt={at.receipt.publishedAt} />
        </>
      );
  }
}

/** What publishing records means. The pages of many are too many to be listed before. */
function draftWords(
  records: readonly NamedRecord[],
  { records: drafts, isMany, entries, pagesAre }: ActionOutput<'planRecords'>,
): string {
  if (drafts === 0) {
    return `Nothing would change: ${records.length === 1 ? 'it has no draft' : `none of these ${records.length.toLocaleString('en')} has a draft`}.`;
  }
  const others = records.length - drafts;
  const rest =
    others === 0
      ? ''
      : ` ${others.toLocaleString('en')} ${others === 1 ? 'other has' : 'others have'} no draft, and ${others === 1 ? 'stays as it is' : 'stay as they are'}.`;
  return isMany
    ? `${drafts.toLocaleString('en')} drafts become live together, with all pages that show them.${rest}`
    : `${planWords(entries, true, pagesAre)}${rest}`;
}

/** What is published, as the addresses of frames say it. */
function queryOf(records: readonly NamedRecord[]): string {
  return `plan=records&of=${records.map(({ kind, id }) => `${kind}:${id}`).join(',')}`;
}

const namedAtMost = 20;

function titlesOf(records: readonly NamedRecord[]): string {
  // Those that the list has not shown are counted.
  const titles = records.flatMap(({ title }) => (title === '' ? [] : [title])).slice(0, namedAtMost);
  const others = records.length - titles.length;
  return `${titles.join(', ')}${others > 0 ? ` and ${others.toLocaleString('en')} more` : ''}`;
}

function Refused({ failure }: { failure: CallFailure }): ReactNode {
  return (
    <div className="ed-problem" role="alert">
      <p>{failure.message}</p>
      {failure.issues.length > 0 ? (
        <ul className="adm-list">
          {failure.issues.map(({ message }, index) => (
            <li key={index}>{message}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** Whether nothing is left to decide. */
function isOver(at: Step): boolean {
  return at.step === 'published' || at.step === 'failed' || (at.step === 'planned' && at.plan.records === 0);
}

type ButtonsProps = {
  at: Step;
  /** What is planned goes live with a release: nothing is left to publish now. */
  isAdded: boolean;
  next: RefObject<HTMLButtonElement | null>;
  onPublish: () => void;
  onLater: () => void;
  onClose: () => void;
};

function Buttons({ at, isAdded, next, onPublish, onLater, onClose }: ButtonsProps): ReactNode {
  const hasEnded = isOver(at);
  const actions = useRef<HTMLDivElement>(null);
  useWindowKey(actions, isPublishKey, () => {
    if (at.step === 'planned' && !hasEnded) onPublish();
  });
  return (
    <div className="ed-window__actions" ref={actions}>
      {hasEnded || isAdded ? null : (
        <button
          type="button"
          className="ed-button ed-button--primary"
          disabled={at.step === 'planning'}
          // `aria-disabled`: a disabled button would lose the focus.
          aria-disabled={at.step === 'publishing' ? true : undefined}
          aria-busy={at.step === 'publishing'}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          onClick={onPublish}
        >
          {at.step === 'publishing' ? 'Publishing …' : 'Publish now'}
        </button>
      )}
      {at.step === 'planned' && !hasEnded && !isAdded ? (
        <button type="button" className="ed-button" aria-haspopup="dialog" onClick={onLater}>
          Publish at …
        </button>
      ) : null}
      <button
        ref={next}
        type="button"
        className={hasEnded ? 'ed-button ed-button--primary' : 'ed-button'}
        disabled={at.step === 'publishing'}
        onClick={onClose}
      >
        {hasEnded ? 'Close' : 'Cancel'}
      </button>
    </div>
  );
}
