import { type ReactNode, useEffect, useState } from 'react';
import { may } from '#domain/rights.ts';
import { Failure } from '#staff/calls/Failure.tsx';
import { labels } from '#staff/messages/labels.ts';
import type { AdminState } from '../admin-state.ts';
import { useTitle } from '../forms/use-title.ts';
import { FailedOutputs } from './FailedOutputs.tsx';
import { ProbesList } from './ProbesList.tsx';
import { PublishesList } from './PublishesList.tsx';
import { RebuildDialog } from './RebuildDialog.tsx';
import { SiteStates } from './SiteStates.tsx';
import { WaitingLines } from './WaitingLines.tsx';
import { useOperations } from './use-operations.ts';

type Props = {
  site: AdminState['site'];
  staff: AdminState['staff'];
  /** The sites that are paused, whenever they were read anew. */
  onPaused: (paused: AdminState['paused']) => void;
};

/** What waits, runs and has failed, what can be done about it, and what was published lately. */
export default function PublishingScreen({ site, staff, onPaused }: Props): ReactNode {
  useTitle(labels.publishing);
  const { value, failure, reload } = useOperations();
  useEffect(() => {
    if (value) onPaused(value.sites.flatMap(({ site: id, paused }) => (paused ? [{ site: id, ...paused }] : [])));
  }, [value, onPaused]);
  const [isRebuilding, setRebuilding] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const done = (message: string) => {
    setAnnouncement(message);
    reload();
  };
  return (
    <main className="ed-screen__main">
      <div className="ed-screen__head">
        <h1 className="ed-screen__title">{labels.publishing}</h1>
        <button type="button" className="ed-button" aria-haspopup="dialog" onClick={() => setRebuilding(true)}>
          Rebuild a page
        </button>
      </div>
      <p className="ed-picker__status" role="status">
        {announcement || (value === null && failure === null ? 'Loading …' : null)}
      </p>
      {failure ? <Failure failure={failure} onRetry={reload} /> : null}
      {value ? (
        <>
          <WaitingLines state={value} />
          <FailedOutputs state={value} onDone={done} />
          {value.cache && value.cache.probes.length > 0 ? (
            <ProbesList probes={value.cache.probes} at={value.at} />
          ) : null}
          <SiteStates state={value} isAdmin={may(staff, 'run sites')} onDone={done} />
        </>
      ) : null}
      <PublishesList />
      {isRebuilding ? (
        <RebuildDialog
          site={site}
          onDone={(message) => {
            setRebuilding(false);
            done(message);
          }}
          onClose={() => setRebuilding(false)}
        />
      ) : null}
    </main>
  );
}
