import { type ReactNode, useState } from 'react';
import { type CallFailure, call } from '#staff/calls/api.ts';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { MomentFields, isMoment, noMoment } from '#staff/publishing/MomentFields.tsx';
import type { ReleaseSummary } from '#view-model/releases.ts';

type Props = { release: Pick<ReleaseSummary, 'id' | 'timeZone'>; onClose: (isDone: boolean) => void };

/** Chooses the moment at which a release goes live by itself. */
export function ScheduleRelease({ release, onClose }: Props): ReactNode {
  const [when, setWhen] = useState(() => ({
    ...noMoment(),
    ...(release.timeZone === null ? {} : { zone: release.timeZone }),
  }));
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const isReady = isMoment(when);
  const schedule = async () => {
    if (!isReady) return;
    const answer = await call('scheduleRelease', { id: release.id, when });
    if (answer.ok) onClose(true);
    else setFailure(answer.failure);
  };
  const [issue] = failure?.issues ?? [];
  return (
    <Dialog title="Publish at a moment" size="small" isForm onClose={() => onClose(false)}>
      <form
        className="ed-stack"
        onSubmit={(event) => {
          event.preventDefault();
          void schedule();
        }}
      >
        <p>
          Everything in it goes live then, on all sites together, as it is in the release by then. Nothing of it is
          public before.
        </p>
        <MomentFields
          value={when}
          error={issue?.message}
          onChange={(next) => {
            setWhen(next);
            setFailure(null);
          }}
        />
        {failure && !issue ? <Failure failure={failure} /> : null}
        <div className="ed-dialog__actions">
          <button type="submit" className="ed-button ed-button--primary" aria-disabled={isReady ? undefined : true}>
            Publish at this moment
          </button>
          <button type="button" className="ed-button" onClick={() => onClose(false)}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
