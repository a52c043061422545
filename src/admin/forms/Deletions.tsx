import type { ReactNode } from 'react';
import type { Deletion } from '#forms/inbox/deletions.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import type { Loaded } from '#staff/calls/use-call.ts';

/** The log of deletions of a form's submissions: how many, when and why. */
export function Deletions({ value, current, failure, reload }: Loaded<readonly Deletion[]>): ReactNode {
  return (
    <>
      <h3 className="ed-panel__heading">Deleted so far</h3>
      {failure ? <Failure failure={failure} onRetry={reload} /> : null}
      {current?.length === 0 ? <p className="ed-builder__hint">Nothing has been deleted yet.</p> : null}
      {value && value.length > 0 ? (
        <ul className="ed-recipients">
          {value.map((deletion) => (
            <li key={deletion.id}>
              <span>
                {deletion.submissions === 1 ? '1 submission' : `${deletion.submissions} submissions`}
                <small>
                  <Moment at={deletion.deletedAt} /> · {describeReason(deletion)}
                </small>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function describeReason({ reason, deletedBy }: Deletion): string {
  switch (reason) {
    case 'retention':
      return 'their time had come';
    case 'erasure':
      return `erased by e-mail address${deletedBy === null ? '' : `, by ${deletedBy}`}`;
    case 'staff':
      return `deleted${deletedBy === null ? '' : ` by ${deletedBy}`}`;
  }
}
