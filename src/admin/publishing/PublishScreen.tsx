import { type ReactNode, useEffect, useRef, useState } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import type { ActionOutput } from '#staff/calls/api.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { describeCount } from '#staff/messages/count.ts';
import { UrlTable } from '#staff/publishing/UrlTable.tsx';
import { siteNames } from '#domain/site-names.ts';
import { labels } from '#staff/messages/labels.ts';
import { useCall } from '#staff/calls/use-call.ts';
import { takeNotice } from '../records/record-notice.ts';
import { useTitle } from '../forms/use-title.ts';
import { EditDetails } from './EditDetails.tsx';
import { describeCounts, nameSubjects, nameAuthors } from '#admin/messages/publish.ts';
import { TakeBackDialog } from './TakeBackDialog.tsx';

type Detail = ActionOutput<'findPublish'>;

// Read before the screen is rendered: React may render it twice.
const arrived = takeNotice();

/** One publish: who asked for it, what was changed with old and new words, and what became of each URL. */
export default function PublishScreen({ id }: { id: number }): ReactNode {
  const { value, failure, reload } = useCall('findPublish', { id });
  const [isTakingBack, setTakingBack] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => said.current?.focus(), []);
  useTitle(value ? nameSubjects(value) : labels.publishing);
  return (
    <main className="ed-screen__main">
      {arrived ? (
        <div ref={said} tabIndex={-1} className="adm-notice">
          <span>{arrived.announcement}</span>
        </div>
      ) : null}
      {value ? null : <h1 className="ed-screen__title">{labels.publishing}</h1>}
      {failure ? (
        <>
          <Failure failure={failure} {...(failure.code === 'not-found' ? {} : { onRetry: reload })} />
          <p>
            <a href={adminPaths.publishes}>All publishes</a>
          </p>
        </>
      ) : null}
      {value === null && failure === null ? <p role="status">Loading …</p> : null}
      {value ? (
        <>
          <div className="ed-screen__head">
            <h1 className="ed-screen__title">{nameSubjects(value)}</h1>
            {value.edits.length > 0 ? (
              <button
                ref={button}
                type="button"
                className="ed-button"
                aria-haspopup="dialog"
                onClick={() => setTakingBack(true)}
              >
                {labels.takeBack}
              </button>
            ) : null}
          </div>
          <Summary detail={value} />
          <Changes detail={value} />
          <Urls detail={value} />
        </>
      ) : null}
      {isTakingBack && value ? (
        <TakeBackDialog
          id={id}
          onClose={() => {
            setTakingBack(false);
            button.current?.focus();
          }}
        />
      ) : null}
    </main>
  );
}

function Summary({ detail }: { detail: Detail }): ReactNode {
  return (
    <dl className="ed-answers">
      <div>
        <dt>Site</dt>
        <dd>{siteNames[detail.site]}</dd>
      </div>
      <div>
        <dt>Who</dt>
        <dd>{nameAuthors(detail)}</dd>
      </div>
      <div>
        <dt>When</dt>
        <dd>
          <Moment at={detail.finishedAt} />
        </dd>
      </div>
      <div>
        <dt>URLs</dt>
        <dd>{describeCounts(detail)}</dd>
      </div>
      {detail.takenBackBy === null ? null : (
        <div>
          <dt>Taken back</dt>
          <dd>
            by {detail.takenBackBy}
            {detail.backIn === null ? null : (
              <>
                {': '}
                <a href={adminPaths.publish(detail.backIn)}>the publish that took it back</a>
              </>
            )}
          </dd>
        </div>
      )}
      {detail.purge === null ? null : (
        <div>
          <dt>On its way to visitors</dt>
          <dd>
            <Way purge={detail.purge} />
          </dd>
        </div>
      )}
      {detail.purge === null || detail.purge.probes.length === 0 ? null : (
        <div>
          <dt>Seen elsewhere</dt>
          <dd>
            <Probes probes={detail.purge.probes} />
          </dd>
        </div>
      )}
      {detail.others.length === 0 ? null : (
        <div>
          <dt>The same changes</dt>
          <dd>
            <ul className="adm-list">
              {detail.others.map(({ id, site, finishedAt }) => (
                <li key={id}>
                  <a href={adminPaths.publish(id)}>
                    {siteNames[site]}, <Clock at={finishedAt} />
                  </a>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** When files were put live, the cache in front was told, and visitors got them. */
function Way({ purge: { putAt, purgedAt, seenAt, failure } }: { purge: NonNullable<Detail['purge']> }): ReactNode {
  return (
    <>
      Put <Clock at={putAt} />
      {' · '}
      {purgedAt === null ? (
        'the cache is not told yet'
      ) : (
        <>
          cache told <Clock at={purgedAt} />
        </>
      )}
      {' · '}
      {seenAt === null ? (
        'not seen by visitors yet'
      ) : (
        <>
          seen by visitors <Clock at={seenAt} />
        </>
      )}
      {failure === null ? null : <small> {failure}</small>}
    </>
  );
}

/** When each probe elsewhere has read what was published. */
function Probes({ probes }: { probes: NonNullable<Detail['purge']>['probes'] }): ReactNode {
  return probes.map(({ name, asked, seen, seenAt }) => (
    <span key={name} className="adm-probe">
      {name}:{' '}
      {seenAt === null ? (
        'an older version'
      ) : (
        <>
          {seen === asked ? null : `${seen} of ${describeCount(asked, 'URL')}, the last one at `}
          <Clock at={seenAt} />
        </>
      )}
    </span>
  ));
}

function Clock({ at }: { at: string }): ReactNode {
  const clock = new Date(at).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  return <time dateTime={at}>{clock}</time>;
}

function Changes({ detail: { edits, furtherEdits, furtherRecords } }: { detail: Detail }): ReactNode {
  return (
    <>
      <h2 className="ed-panel__heading">What was changed</h2>
      {edits.length === 0 ? (
        <p>No change of content is on record: the time had come for something, or the site was mended.</p>
      ) : null}
      {edits.map((edit) => (
        <EditDetails key={edit.id} edit={edit} />
      ))}
      {furtherRecords > 0 ? <p>And {describeCount(furtherRecords, 'more record')}.</p> : null}
      {furtherEdits > 0 ? <p>And {describeCount(furtherEdits, 'more change')} by others.</p> : null}
    </>
  );
}

function Urls({ detail: { entries, unchanged, finishedAt } }: { detail: Detail }): ReactNode {
  return (
    <>
      <h2 className="ed-panel__heading">URLs</h2>
      <UrlTable entries={entries} publishedAt={finishedAt} />
      {entries.length === 0 ? <p>No URL has changed.</p> : null}
      {unchanged > 0 ? (
        <p className="ed-table__quiet">
          {describeCount(unchanged, 'URL')} looked at and left as {unchanged === 1 ? 'it was' : 'they were'}.
        </p>
      ) : null}
    </>
  );
}
