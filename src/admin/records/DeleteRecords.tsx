import { type ReactNode, useState } from 'react';
import { type CallFailure, call } from '#editor/api.ts';
import { Window } from '#editor/dialog/Window.tsx';
import { Failure } from '#editor/form/Failure.tsx';
import { storeNotice } from './record-notice.ts';
import type { NamedRecord } from './PublishRecords.tsx';
import { RecordUses } from './RecordUses.tsx';

type Props = { records: readonly NamedRecord[]; onClose: () => void; onDeleted: () => void };

/** Asks before records are deleted, and says where they are used. */
export function DeleteRecords({ records, onClose, onDeleted }: Props): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [first] = records;
  const what = records.length === 1 && first ? `“${first.title}”` : `${records.length} entries`;
  const remove = async () => {
    if (isBusy) return;
    setBusy(true);
    const answer = await call('deleteRecords', { records: records.map(({ kind, id }) => ({ kind, id })) });
    setBusy(false);
    if (!answer.ok) return setFailure(answer.failure);
    if (first) {
      storeNotice({
        said: `${what} ${records.length === 1 ? 'was' : 'were'} deleted. For 30 days it can be restored.`,
        undo: { kind: first.kind, ids: records.map(({ id }) => id) },
      });
    }
    onDeleted();
  };
  return (
    <Window
      title={`Delete ${what}?`}
      size="small"
      role="alertdialog"
      onClose={() => {
        if (!isBusy) onClose();
      }}
    >
      <p>
        Visitors do not see it any more once it is deleted. It stays among “Deleted” for 30 days, from where you can
        restore it.
      </p>
      {records.slice(0, 5).map((record) => (
        <RecordUses key={record.id} record={record} isNamed={records.length > 1} />
      ))}
      {failure ? <Failure failure={failure} /> : null}
      <div className="ed-window__actions">
        <button type="button" className="ed-button" data-autofocus onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className="ed-button ed-button--danger"
          aria-disabled={isBusy ? true : undefined}
          aria-busy={isBusy}
          onClick={() => void remove()}
        >
          {isBusy ? 'Deleting …' : 'Delete'}
        </button>
      </div>
    </Window>
  );
}
