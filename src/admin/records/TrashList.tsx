import { type ReactNode, useState } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { type KindName, getKindNames } from '#kinds/registry.ts';
import { type CallFailure, call } from '#staff/calls/api.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import type { RecordId } from '#view-model/records.ts';
import { useCall } from '#staff/calls/use-call.ts';
import { ListTable } from '../shell/ListTable.tsx';

/** The deleted records of a kind, which can be restored for 30 days. */
export function TrashList({ kind }: { kind: KindName }): ReactNode {
  const { value, failure, reload } = useCall('listDeletedRecords', { kind });
  const [refused, setRefused] = useState<CallFailure | null>(null);
  const { many } = getKindNames(kind);
  const restore = async (id: RecordId) => {
    const answer = await call('restoreRecord', { kind, id });
    if (!answer.ok) return setRefused(answer.failure);
    location.assign(adminPaths.record(kind, id));
  };
  if (failure) return <Failure failure={failure} onRetry={reload} />;
  if (!value) return <p role="status">Loading …</p>;
  if (value.length === 0) return <p className="ed-screen__empty">No {many} were deleted in the last 30 days.</p>;
  return (
    <>
      {refused ? <Failure failure={refused} /> : null}
      <ListTable
        label={`Deleted ${many}`}
        columns={['Name', 'Deleted']}
        unseen="Restore"
        className="ed-table adm-table"
      >
        {value.map(({ id, title, deletedAt, deletedBy }) => (
          <tr key={id}>
            <th scope="row">{title}</th>
            <td data-label="Deleted" className="ed-table__quiet">
              <Moment at={deletedAt} />
              {deletedBy === null ? null : <small>{deletedBy}</small>}
            </td>
            <td>
              <button type="button" className="ed-button ed-button--small" onClick={() => void restore(id)}>
                Restore<span className="visually-hidden"> {title}</span>
              </button>
            </td>
          </tr>
        ))}
      </ListTable>
    </>
  );
}
