import { type ReactNode, useEffect, useRef } from 'react';
import { listEndings } from '#domain/media/new-medium.ts';
import { showNumber } from '#domain/values/show-number.ts';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { PausedNotice } from '#staff/publishing/PausedNotice.tsx';
import { UrlTable } from '#staff/publishing/UrlTable.tsx';
import { describeOutcome } from '#staff/messages/receipt.ts';
import { DrawingChanges } from '#staff/upload/DrawingChanges.tsx';
import { useCall } from '#staff/calls/use-call.ts';
import { ChooseFile } from './ChooseFile.tsx';
import { CompareFiles } from './CompareFiles.tsx';
import type { Medium, MediumFiles } from './medium.ts';
import { type Replacing, useReplacing } from './use-replacing.ts';

type Props = {
  medium: Medium;
  files: MediumFiles;
  /** A file that it had before; without one the person brings one. */
  earlier?: MediumFiles['earlier'][number];
  /** Called with whether the medium has another file now. */
  onClose: (isChanged: boolean) => void;
};

/** Another file for a medium: both beside each other, the pages that change, and then what has become of each. */
export function ReplaceFile({ medium, files: initial, earlier, onClose }: Props): ReactNode {
  const replacing = useReplacing(medium, initial, earlier ?? null);
  const { step, files, brought, bring } = replacing;
  const done = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (step.name === 'done') done.current?.focus();
  }, [step.name]);
  const isDone = step.name === 'done';
  return (
    <Dialog
      title={isDone ? 'Replaced' : earlier ? 'Use the earlier file again?' : `Replace the file of “${medium.title}”`}
      size="medium"
      onClose={() => {
        if (step.name !== 'sending') onClose(isDone);
      }}
    >
      <div className="ed-publish" role="region" aria-label="What changes" tabIndex={0}>
        {step.name === 'done' ? (
          <>
            <p role="status">{describeOutcome(step.receipt)}</p>
            <UrlTable entries={step.receipt.entries} publishedAt={step.receipt.publishedAt} />
          </>
        ) : (
          <>
            {earlier ? null : (
              <ChooseFile accept={listEndings([medium.kind]).join()} isBusy={step.name === 'sending'} onFile={bring} />
            )}
            {step.name === 'failed' ? <Failure failure={step.failure} /> : null}
            <CompareFiles now={files.file} next={earlier ?? brought} isEarlier={earlier !== undefined} />
            {brought && brought.removals.length > 0 ? (
              <DrawingChanges file={brought.file} removals={brought.removals} />
            ) : null}
            <Changed medium={medium} />
          </>
        )}
      </div>
      <Progress step={step} />
      <div className="ed-dialog__actions">
        {isDone ? null : (
          <button
            type="button"
            className="ed-button ed-button--primary"
            aria-disabled={replacing.canReplace ? undefined : true}
            aria-busy={step.name === 'sending'}
            onClick={() => void replacing.replace()}
          >
            {step.name === 'sending' ? 'Replacing …' : files.file ? 'Replace everywhere' : 'Publish the file'}
          </button>
        )}
        <button
          ref={done}
          type="button"
          className={isDone ? 'ed-button ed-button--primary' : 'ed-button'}
          disabled={step.name === 'sending'}
          onClick={() => onClose(isDone)}
        >
          {isDone ? 'Close' : 'Cancel'}
        </button>
      </div>
    </Dialog>
  );
}

function Progress({ step }: { step: Replacing['step'] }): ReactNode {
  if (step.name === 'reading') return <p role="status">Looking at the file …</p>;
  if (step.name !== 'sending') return null;
  const percent = Math.round(step.part * 100);
  return (
    <p className="adm-medium__progress" role="status">
      <progress max={100} value={percent < 100 ? percent : undefined} aria-label="Upload" />
      {percent < 100 ? `${percent} %` : 'Being prepared and published …'}
    </p>
  );
}

/** The pages that may change: in which of them a file shows is known once they are drawn. */
function Changed({ medium: { kind, id } }: { medium: Medium }): ReactNode {
  const { value, failure, reload } = useCall('planReplacement', { kind, id });
  if (failure) return <Failure failure={failure} onRetry={reload} />;
  if (!value) return <p role="status">Looking for the pages that show it …</p>;
  const pages = value.entries.length;
  return (
    <>
      <PausedNotice paused={value.paused} />
      <p>
        {pages === 0
          ? 'No published page shows it.'
          : `It is live at once, without a draft, and changes ${pages === 1 ? 'one page' : `at most ${showNumber(pages)} pages and files`}.`}{' '}
        The file that it has now stays among its earlier files.
      </p>
      {pages > 0 ? <UrlTable entries={value.entries} /> : null}
    </>
  );
}
