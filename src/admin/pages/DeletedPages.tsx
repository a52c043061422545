import { type ReactNode, useState } from 'react';
import type { SiteId } from '#domain/sites.ts';
import { type CallFailure, call } from '#staff/calls/api.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { useCall } from '#staff/calls/use-call.ts';
import { ListTable } from '../shell/ListTable.tsx';

type Props = { site: SiteId; onRestored: (message: string, id: number) => void };

/** The deleted pages of a site, which can be restored for 30 days. */
export function DeletedPages({ site, onRestored }: Props): ReactNode {
  const { value, failure, reload } = useCall('listDeletedPages', { site });
  const [refused, setRefused] = useState<CallFailure | null>(null);
  const restore = async (id: number, title: string) => {
    const answer = await call('restorePage', { pageId: id });
    if (!answer.ok) return setRefused(answer.failure);
    onRestored(`“${title}” is a draft again, in all its languages. Publish it to bring it back.`, id);
  };
  if (failure) return <Failure failure={failure} onRetry={reload} />;
  if (!value) return <p role="status">Loading …</p>;
  if (value.length === 0) return <p className="ed-screen__empty">No page was deleted in the last 30 days.</p>;
  return (
    <>
      {refused ? <Failure failure={refused} /> : null}
      <ListTable label="Deleted pages" columns={['Page', 'Deleted']} unseen="Actions" isTight>
        {value.map(({ id, title, path, deletedAt, deletedBy }) => (
          <tr key={id}>
            <th scope="row">
              {title}
              <small>{path}</small>
            </th>
            <td data-label="Deleted">
              <Moment at={deletedAt} />
              {deletedBy === null ? null : <small>{deletedBy}</small>}
            </td>
            <td>
              <button
                type="button"
                className="ed-button ed-button--small"
                aria-label={`Restore: ${title}`}
                onClick={() => void restore(id, title)}
              >
                Restore
              </button>
            </td>
          </tr>
        ))}
      </ListTable>
    </>
  );
}
