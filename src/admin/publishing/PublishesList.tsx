import { type ReactNode, useState } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { type CallFailure, call } from '#staff/calls/api.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { siteNames } from '#domain/site-names.ts';
import { useCall } from '#staff/calls/use-call.ts';
import { type Line, describeCounts, describeTakenBack, nameSubjects, nameAuthors } from '#admin/messages/publish.ts';
import { uniteLines } from './unite-lines.ts';

/** What was published lately: by whom, when, and what it changed. Each line leads to all of it. */
export function PublishesList(): ReactNode {
  const newest = useCall('listPublishes', {});
  const [older, setOlder] = useState<{ lines: readonly Line[]; hasMore: boolean } | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const lines = [...(newest.value?.lines ?? []), ...(older?.lines ?? [])];
  const hasMore = older?.hasMore ?? newest.value?.hasMore ?? false;

  const showOlder = async () => {
    const before = lines.at(-1)?.id;
    if (isBusy || before === undefined) return;
    setBusy(true);
    const answer = await call('listPublishes', { before });
    setBusy(false);
    setFailure(answer.ok ? null : answer.failure);
    if (answer.ok) setOlder({ lines: [...(older?.lines ?? []), ...answer.value.lines], hasMore: answer.value.hasMore });
  };
  return (
    <section className="adm-part">
      <h2 className="ed-panel__heading">Published lately</h2>
      <p className="ed-picker__status" role="status">
        {newest.isLoading && newest.value === null ? 'Loading …' : null}
      </p>
      {newest.failure ? <Failure failure={newest.failure} onRetry={newest.reload} /> : null}
      {newest.current && lines.length === 0 ? (
        <p className="ed-screen__empty">
          Nothing has been published yet. What goes live is listed here, with who changed what.
        </p>
      ) : null}
      {lines.length > 0 ? <Lines lines={lines} /> : null}
      {failure ? <Failure failure={failure} /> : null}
      {hasMore ? (
        <button
          type="button"
          className="ed-button"
          aria-disabled={isBusy ? true : undefined}
          onClick={() => void showOlder()}
        >
          {isBusy ? 'Loading …' : 'Show older ones'}
        </button>
      ) : null}
    </section>
  );
}

function Lines({ lines }: { lines: readonly Line[] }): ReactNode {
  return (
    <div className="ed-table" role="region" aria-label="Publishes" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Who</th>
            <th scope="col">When</th>
            <th scope="col">URLs</th>
          </tr>
        </thead>
        <tbody>
          {uniteLines(lines).map((line) => (
            <tr key={line.id}>
              <th scope="row">
                <a href={adminPaths.publish(line.id)}>{nameSubjects(line)}</a>
                <small>
                  {[...line.sites.map((site) => siteNames[site]), describeTakenBack(line)].filter(Boolean).join(' · ')}
                </small>
              </th>
              <td data-label="Who">{nameAuthors(line)}</td>
              <td data-label="When">
                <Moment at={line.finishedAt} />
              </td>
              <td data-label="URLs">
                <span className={line.counts.failed > 0 ? 'ed-change ed-change--failed' : undefined}>
                  {describeCounts(line)}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
