import { type ReactNode, useEffect, useRef, useState } from 'react';
import { englishNameOf } from '#domain/locales.ts';
import { type ActionOutput, type CallFailure, call } from '#staff/calls/api.ts';
import { Window } from '#staff/dialog/Window.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { countWords } from '#staff/publishing/change-words.ts';
import { DrawnGroups } from '#staff/publishing/DrawnGroups.tsx';
import { Obstacles } from '#staff/publishing/Obstacles.tsx';
import { PausedNotice } from '#staff/publishing/PausedNotice.tsx';
import { planWords, receiptWords } from '#staff/publishing/receipt-words.ts';
import { UrlTable } from '#staff/publishing/UrlTable.tsx';
import { isPublishKey, useWindowKey } from '#staff/dialog/use-save-key.ts';

type Plan = ActionOutput<'planLaunch'>;
type Receipt = ActionOutput<'publishLaunch'>;

/** What publishing a release now would change; then what has become of each URL. */
export function PublishRelease({ id, onClose }: { id: number; onClose: (isDone: boolean) => void }): ReactNode {
  const [plan, setPlan] = useState<Plan | null>(null);
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    void call('planLaunch', { id }).then((answer) => {
      if (!isCurrent) return;
      if (answer.ok) setPlan(answer.value);
      else setFailure(answer.failure);
    });
    return () => {
      isCurrent = false;
    };
  }, [id]);
  const isReady = plan !== null && plan.issues.length === 0;
  const publish = async () => {
    if (!isReady || isBusy) return;
    setBusy(true);
    const answer = await call('publishLaunch', { id });
    setBusy(false);
    setFailure(answer.ok ? null : answer.failure);
    if (answer.ok) setReceipt(answer.value);
  };
  const actions = useRef<HTMLDivElement>(null);
  useWindowKey(actions, isPublishKey, () => {
    if (receipt === null) void publish();
  });
  const close = () => {
    if (!isBusy) onClose(receipt !== null);
  };
  return (
    <Window
      title={receipt ? (receipt.pending ? 'Waiting to be published' : 'Published') : 'Publish the release'}
      size="medium"
      onClose={close}
    >
      <div className="ed-publish" role="region" aria-label="What publishing changes" tabIndex={0}>
        {failure ? <Failure failure={failure} /> : null}
        {plan === null && failure === null ? <p role="status">Working out what publishing changes …</p> : null}
        {plan && !receipt ? <Planned {...{ id, plan }} /> : null}
        {receipt ? (
          <>
            <p role="status">{receiptWords(receipt)}</p>
            {receipt.drafts > 0 ? <p>{draftsWords(receipt.drafts)}</p> : null}
            <UrlTable entries={receipt.entries} publishedAt={receipt.publishedAt} />
          </>
        ) : null}
      </div>
      <div ref={actions} className="ed-window__actions">
        {receipt ? null : (
          <button
            type="button"
            className="ed-button ed-button--primary"
            // `aria-disabled`: a disabled button would lose the focus.
            aria-disabled={!isReady || isBusy ? true : undefined}
            aria-busy={isBusy}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            onClick={() => void publish()}
          >
            {isBusy ? 'Publishing …' : 'Publish now'}
          </button>
        )}
        <button type="button" className="ed-button" onClick={close}>
          {receipt ? 'Close' : 'Cancel'}
        </button>
      </div>
    </Window>
  );
}

function draftsWords(count: number): string {
  return `${countWords(count, 'page')} ${count === 1 ? 'has a draft' : 'have drafts'} with other changes, which stay as they are: publishing these would take the release's changes back there.`;
}

function Planned({ id, plan }: { id: number; plan: Plan }): ReactNode {
  return (
    <>
      <PausedNotice paused={plan.paused} />
      <Obstacles messages={plan.issues.map(({ message }) => message)} />
      <p role="status">{planWords(plan.entries, true, plan.pagesAre)}</p>
      <Collisions collisions={plan.collisions.filter(({ isLost }) => !isLost)}>
        Something else was published here since. The release has its way; other changes of these pages and entries stay.
      </Collisions>
      <Collisions collisions={plan.collisions.filter(({ isLost }) => isLost)}>
        This is not on the page any more. What the release has for it is not published; all else is.
      </Collisions>
      <DrawnGroups plan={plan} query={`plan=release&id=${id}`} />
      <UrlTable entries={plan.entries} />
    </>
  );
}

function Collisions({ collisions, children }: { collisions: Plan['collisions']; children: ReactNode }): ReactNode {
  if (collisions.length === 0) return null;
  return (
    <div className="ed-warnings">
      <p className="ed-warnings__title">{children}</p>
      <ul className="ed-stored">
        {collisions.map(({ subject, label, locale, live, release, isLost }, index) => (
          <li key={index}>
            {subject} › {label}
            {locale === null ? '' : ` (${englishNameOf[locale]})`}
            {isLost ? null : (
              <small>
                Live: {live ?? 'nothing'}. Release: {release ?? 'nothing'}
              </small>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
