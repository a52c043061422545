import { type ReactNode, useState } from 'react';
import { showNumber } from '#domain/values/show-number.ts';
import { type ActionInput, type ActionOutput, type CallFailure, call } from '#staff/calls/api.ts';
import { Moment } from '#staff/controls/Moment.tsx';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { storeNotice } from './record-notice.ts';
import type { NamedRecord } from '#staff/publishing/records-publishing.tsx';
import { useCall } from '#staff/calls/use-call.ts';
import { RecordUses } from './RecordUses.tsx';

type Props = { records: readonly NamedRecord[]; onClose: () => void; onDeleted: () => void };

/** So many are deleted by one call, all of them or none; of more, those that are used stay. */
const batchSize = 100;

/** Asks before records are deleted, and says where they are used. */
export function DeleteRecords({ records, onClose, onDeleted }: Props): ReactNode {
  // What is there as this dialog opens is what the person is told of: what somebody saves from then on is not deleted.
  const seen = useCall('findSeenRecords', { records: toNames(records) });
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [done, setDone] = useState<{ deleted: number; kept: number } | null>(null);
  const isMany = records.length > batchSize;
  const what = describeRecords(records);
  const remove = async () => {
    if (isBusy || seen.current === null) return;
    setBusy(true);
    const names = toSeenNames(seen.current);
    const outcome = isMany ? await deleteInParts(names, setDone) : await deleteTogether(records, names);
    setBusy(false);
    if (outcome) {
      setFailure(outcome);
      if (outcome.code === 'conflict') seen.reload();
      return;
    }
    if (!isMany) onDeleted();
  };
  const isOver = isMany && done !== null && !isBusy && failure === null;
  return (
    <Dialog
      title={`Delete ${what}?`}
      size="small"
      role="alertdialog"
      onClose={() => {
        if (isBusy) return;
        if (done) onDeleted();
        else onClose();
      }}
    >
      <p>
        Visitors do not see {records.length === 1 ? 'it' : 'them'} any more. For 30 days{' '}
        {records.length === 1 ? 'it stays' : 'they stay'} among “Deleted”, from where you can restore{' '}
        {records.length === 1 ? 'it' : 'them'}.
        {isMany ? ' Those that are used somewhere, or changed meanwhile, are left out.' : ''}
      </p>
      {done ? <p role="status">{describeProgress(done, records.length)}</p> : null}
      {isMany
        ? null
        : records
            .slice(0, 5)
            .map((record) => <RecordUses key={record.id} record={record} isNamed={records.length > 1} />)}
      {seen.current ? <Drafts drafts={seen.current.filter(({ savedAt }) => savedAt !== null)} /> : null}
      {seen.failure ? <Failure failure={seen.failure} onRetry={seen.reload} /> : null}
      {failure ? <Failure failure={failure} /> : null}
      <div className="ed-dialog__actions">
        {isOver ? null : (
          <button type="button" className="ed-button" data-autofocus onClick={done && !isBusy ? onDeleted : onClose}>
            Cancel
          </button>
        )}
        <button
          type="button"
          className={isOver ? 'ed-button ed-button--primary' : 'ed-button ed-button--danger'}
          aria-disabled={isBusy || seen.current === null ? true : undefined}
          aria-busy={isBusy}
          onClick={() => (isOver ? onDeleted() : void remove())}
        >
          {isOver ? 'Close' : isBusy ? 'Deleting …' : 'Delete'}
        </button>
      </div>
    </Dialog>
  );
}

function describeRecords(records: readonly NamedRecord[]): string {
  const [first] = records;
  return records.length === 1 && first ? `“${first.title}”` : `${showNumber(records.length)} entries`;
}

function describeProgress({ deleted, kept }: { deleted: number; kept: number }, all: number): string {
  const used = kept === 0 ? '' : ` ${showNumber(kept)} are used somewhere, or were changed meanwhile, and stay.`;
  return `${showNumber(deleted)} of ${showNumber(all)} deleted.${used}`;
}

function toNames(records: readonly NamedRecord[]) {
  return records.map(({ kind, id }) => ({ kind, id }));
}

type Seen = ActionOutput<'findSeenRecords'>;
type Names = ActionInput<'deleteRecords'>['records'];

function toSeenNames(seen: Seen): Names {
  return seen.map(({ savedBy: _, ...name }) => name);
}

/** Whose drafts go as well. */
function Drafts({ drafts }: { drafts: Seen }): ReactNode {
  const [latest] = drafts.toSorted((one, other) => (other.savedAt ?? '').localeCompare(one.savedAt ?? ''));
  if (!latest?.savedAt) return null;
  return (
    <p>
      {drafts.length === 1 ? 'A draft that' : `${showNumber(drafts.length)} drafts, the last of which`}{' '}
      {latest.savedBy ?? 'somebody'} saved on <Moment at={latest.savedAt} /> {drafts.length === 1 ? 'goes' : 'go'} as
      well.
    </p>
  );
}

async function deleteTogether(records: readonly NamedRecord[], names: Names): Promise<CallFailure | null> {
  const answer = await call('deleteRecords', { records: names });
  if (!answer.ok) return answer.failure;
  const [first] = records;
  if (first) {
    storeNotice({
      announcement: `${describeRecords(records)} ${records.length === 1 ? 'was' : 'were'} deleted. For 30 days it can be restored.`,
      undo: { kind: first.kind, ids: records.map(({ id }) => id) },
    });
  }
  return null;
}

/** One part after another, so that nobody else waits for long. */
async function deleteInParts(
  names: Names,
  onPart: (done: { deleted: number; kept: number }) => void,
): Promise<CallFailure | null> {
  const done = { deleted: 0, kept: 0 };
  for (let start = 0; start < names.length; start += batchSize) {
    const part = names.slice(start, start + batchSize);
    const answer = await call('deleteRecords', { records: part, keepUsed: true });
    if (!answer.ok) return answer.failure;
    done.deleted += answer.value.deleted;
    done.kept += answer.value.kept;
    onPart({ ...done });
  }
  return null;
}
