import type { ReactNode } from 'react';
import { listEndings } from '#domain/media/new-medium.ts';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { DrawingChanges } from '#staff/upload/DrawingChanges.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { CompareFiles } from './CompareFiles.tsx';
import { type Medium, type MediumFiles, getSeenFile } from './medium.ts';
import { type Replacing, useReplacing } from './use-replacing.ts';

type Props = {
  medium: Medium;
  files: MediumFiles;
  /** A file that it had before; without one the person brings one. */
  earlier?: MediumFiles['earlier'][number];
  /** Called with whether the draft has another file now. */
  onClose: (isChanged: boolean) => void;
};

/** Another file for a medium, as a draft: both beside each other. */
export function ReplaceFile({ medium, files: initial, earlier, onClose }: Props): ReactNode {
  const replacing = useReplacing({ medium, files: initial, earlier: earlier ?? null, onSaved: () => onClose(true) });
  const { step, files, brought, bring } = replacing;
  return (
    <Dialog
      title={earlier ? 'Use the earlier file again?' : `Replace the file of “${medium.title}”`}
      size="medium"
      onClose={() => {
        if (step.name !== 'sending') onClose(false);
      }}
    >
      <div className="ed-publish" role="region" aria-label="What changes" tabIndex={0}>
        {earlier ? null : (
          <ChooseFile accept={listEndings([medium.kind]).join()} isBusy={step.name === 'sending'} onFile={bring} />
        )}
        {step.name === 'failed' ? <Failure failure={step.failure} /> : null}
        <CompareFiles
          sides={[
            { title: files.draft?.file ? 'Not published' : 'Now', file: getSeenFile(files), none: 'No file yet' },
            { title: earlier ? 'Earlier' : 'New', file: earlier ?? brought, none: 'Choose a file' },
          ]}
        />
        {brought && brought.removals.length > 0 ? (
          <DrawingChanges file={brought.file} removals={brought.removals} />
        ) : null}
        <p>
          It is saved as a draft: visitors {files.file ? 'keep the file that they have' : 'get no file'} until you
          publish it, and the pages that change are shown before that.
        </p>
      </div>
      <Progress step={step} />
      <div className="ed-dialog__actions">
        <button
          type="button"
          className="ed-button ed-button--primary"
          aria-disabled={replacing.canReplace ? undefined : true}
          aria-busy={step.name === 'sending'}
          onClick={() => void replacing.replace()}
        >
          {step.name === 'sending' ? 'Saving …' : 'Save as draft'}
        </button>
        <button type="button" className="ed-button" disabled={step.name === 'sending'} onClick={() => onClose(false)}>
          Cancel
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
      {percent < 100 ? `${percent} %` : 'Being prepared …'}
    </p>
  );
}
