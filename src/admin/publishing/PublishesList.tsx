import { type ReactNode, useState } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { call } from '#staff/calls/api.ts';
import { useSend } from '#staff/calls/use-send.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { siteNames } from '#domain/site-names.ts';
import { useCall } from '#staff/calls/use-call.ts';
import { type Line, describeCounts, describeTakenBack, nameSubjects, nameAuthors } from '#admin/messages/publish.ts';
import { ListTable } from '../shell/ListTable.tsx';
import { ShowOlder } from '../shell/ShowOlder.tsx';
import { uniteLines } from './unite-lines.ts';

/** What was published lately: by whom, when, and what it changed. Each line leads to all of it. */
export function PublishesList(): ReactNode {
  const newest = useCall('listPublishes', {});
  const [older, setOlder] = useState<{ lines: readonly Line[]; hasMore: boolean } | null>(null);
  const { failure, isBusy, send } = useSend();
  const lines = [...(newest.value?.lines ?? []), ...(older?.lines ?? [])];
  const hasMore = older?.hasMore ?? newest.value?.hasMore ?? false;

  const showOlder = async () => {
    const before = lines.at(-1)?.id;
    if (before === undefined) return;
    await send(
      () => call('listPublishes', { before }),
      (next) => setOlder({ lines: [...(older?.lines ?? []), ...next.lines], hasMore: next.hasMore }),
    );
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
      <ShowOlder {...{ failure, isBusy, hasMore }} onShow={showOlder} />
    </section>
  );
}

function Lines({ lines }: { lines: readonly Line[] }): ReactNode {
  return (
    <ListTable label="Publishes" columns={['What', 'Who', 'When', 'URLs']}>
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
    </ListTable>
  );
}
