import { type ReactNode, useState } from 'react';
import { type CallFailure, call } from '#staff/calls/api.ts';
import { Window } from '#staff/dialog/Window.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { useCall } from '#staff/calls/use-call.ts';
import { UrlTable } from '#staff/publishing/UrlTable.tsx';
import { backWords } from './release-words.ts';

/** Takes a release back as one, and says before what stays as it is. */
export function TakeReleaseBack({ id, onClose }: { id: number; onClose: (isDone: boolean) => void }): ReactNode {
  const { value, failure: unread, reload } = useCall('planLaunchBack', { id });
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const takeBack = async () => {
    if (!value || isBusy) return;
    setBusy(true);
    const answer = await call('takeLaunchBack', { id });
    setBusy(false);
    if (answer.ok) onClose(true);
    else setFailure(answer.failure);
  };
  return (
    <Window
      title="Take the release back"
      size="medium"
      role="alertdialog"
      onClose={() => {
        if (!isBusy) onClose(false);
      }}
    >
      {value ? (
        <p role="status">
          {backWords(value)} The drafts stay in the release, where you can change them and publish again.
        </p>
      ) : null}
      {value && value.kept.length > 0 ? (
        <div className="ed-warnings">
          <p className="ed-warnings__title">This stays, at least in part</p>
          <ul className="ed-stored">
            {value.kept.map(({ title, why }, index) => (
              <li key={index}>
                {title} <small>{why}</small>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {value && value.entries.length > 0 ? (
        <div className="ed-publish" role="region" aria-label="What taking it back changes" tabIndex={0}>
          <UrlTable entries={value.entries} />
        </div>
      ) : null}
      {value === null && unread === null ? <p role="status">Working out what would be put back …</p> : null}
      {unread ? <Failure failure={unread} onRetry={reload} /> : null}
      {failure ? <Failure failure={failure} /> : null}
      <div className="ed-window__actions">
        <button type="button" className="ed-button" data-autofocus onClick={() => onClose(false)}>
          Cancel
        </button>
        <button
          type="button"
          className="ed-button ed-button--danger"
          aria-disabled={!value || isBusy ? true : undefined}
          aria-busy={isBusy}
          onClick={() => void takeBack()}
        >
          {isBusy ? 'Taking back …' : 'Take back now'}
        </button>
      </div>
    </Window>
  );
}
