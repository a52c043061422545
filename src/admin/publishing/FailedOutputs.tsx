import { type ReactNode, useState } from 'react';
import { englishNames } from '#domain/locales.ts';
import { showNumber } from '#domain/values/show-number.ts';
import { type CallFailure, call } from '#staff/calls/api.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { describeCount } from '#staff/messages/count.ts';
import { siteNames } from '#domain/site-names.ts';
import { ListTable } from '../shell/ListTable.tsx';
import { type FailureGroup, groupFailures } from './group-failures.ts';
import type { Operations } from '#admin/messages/operations.ts';
import { describeRepublished } from '#admin/messages/republished.ts';

type Failed = Operations['failed'][number];
type Props = { state: Operations; onDone: (message: string) => void };

/** What could not be published, why, and another try. Nothing where all is well. */
export function FailedOutputs({ state: { failed, failedCount }, onDone }: Props): ReactNode {
  const [trying, setTrying] = useState<ReadonlySet<number>>(new Set());
  const [failure, setFailure] = useState<CallFailure | null>(null);
  if (failedCount === 0) return null;
  const retry = async (outputs: readonly Failed[], what: string) => {
    if (trying.size > 0) return;
    setTrying(new Set(outputs.map(({ id }) => id)));
    const answer = await call('retryOutputs', { ids: outputs.map(({ id }) => id) });
    setTrying(new Set());
    setFailure(answer.ok ? null : answer.failure);
    if (answer.ok) onDone(describeRepublished(answer.value, what));
  };
  return (
    <section className="adm-part">
      <div className="adm-count-row">
        <h2 className="ed-panel__heading">
          Failed <span className="ed-list__count">{showNumber(failedCount)}</span>
        </h2>
        {failed.length > 1 ? (
          <button
            type="button"
            className="ed-button ed-button--small"
            aria-disabled={trying.size > 0 ? true : undefined}
            onClick={() => void retry(failed, failed.length === failedCount ? 'All of them' : 'The newest of them')}
          >
            {failed.length === failedCount ? 'Try all again' : `Try the newest ${failed.length} again`}
          </button>
        ) : null}
      </div>
      <p className="ed-table__quiet">Visitors see the last good version of these.</p>
      {failure ? <Failure failure={failure} /> : null}
      <ListTable label="Failed" columns={['Page', 'Why', 'Since']} unseen="Actions" isTight>
        {groupFailures(failed).map((group) => (
          <Row
            key={group.outputs[0].id}
            group={group}
            isTrying={trying.has(group.outputs[0].id)}
            onRetry={() => void retry(group.outputs, formatGroupName(group))}
          />
        ))}
      </ListTable>
    </section>
  );
}

/** @example formatGroupName(group) // '12 pages' */
function formatGroupName({ outputs }: FailureGroup): string {
  return outputs.length === 1 ? outputs[0].name : describeCount(outputs.length, 'page');
}

function Name({ output: { site, locale, name, url } }: { output: Failed }): ReactNode {
  return (
    <>
      {url === null ? name : <a href={url}>{name}</a>}
      <small>
        {siteNames[site]}, {englishNames[locale]}
      </small>
    </>
  );
}

type RowProps = { group: FailureGroup; isTrying: boolean; onRetry: () => void };

function Row({ group, isTrying, onRetry }: RowProps): ReactNode {
  const { outputs, reason, repairs, since, waits } = group;
  return (
    <tr>
      <th scope="row">
        {outputs.length === 1 ? (
          <Name output={outputs[0]} />
        ) : (
          <details className="adm-failed">
            <summary>{formatGroupName(group)}</summary>
            <ul className="adm-list">
              {outputs.map((output) => (
                <li key={output.id}>
                  <Name output={output} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </th>
      <td data-label="Why">
        {repairs.length === 0 ? (
          reason
        ) : (
          <ul className="ed-repairs">
            {repairs.map((repair) => (
              <li key={`${repair.href} ${repair.field}`}>
                <a href={repair.href}>{repair.field === '' ? repair.module : `${repair.module}, ${repair.field}`}</a>:{' '}
                {repair.reason}
              </li>
            ))}
          </ul>
        )}
        {waits ? <small>It is tried again by itself.</small> : null}
      </td>
      <td data-label="Since">
        <Moment at={since} />
      </td>
      <td>
        <div className="ed-table__tools">
          <button
            type="button"
            className="ed-button ed-button--small"
            aria-label={`Try again: ${formatGroupName(group)}`}
            aria-disabled={isTrying ? true : undefined}
            onClick={onRetry}
          >
            {isTrying ? 'Trying …' : 'Try again'}
          </button>
        </div>
      </td>
    </tr>
  );
}
