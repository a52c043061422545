import type { ReactNode } from 'react';
import { adminPaths } from '#domain/addresses/admin-paths.ts';
import { getKindNames } from '#kinds/registry.ts';
import { type CallFailure, call } from '#staff/calls/api.ts';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import { useSend } from '#staff/calls/use-send.ts';
import AddToRelease from '#staff/publishing/AddToRelease.tsx';
import type { OpenedRecord } from '#view-model/records.ts';
import { DeleteRecords } from './DeleteRecords.tsx';
import { type NamedRecord, describePublishingRecords } from '#staff/publishing/records-publishing.tsx';
import { PublishDialog } from '#staff/publishing/PublishDialog.tsx';
import type { RecordCommand } from './RecordHead.tsx';
import { VersionsDialog } from './VersionsDialog.tsx';

type Props = {
  command: RecordCommand;
  record: NamedRecord;
  opened: OpenedRecord;
  onClose: () => void;
  onInvalid: (failure: CallFailure) => void;
  onOvertaken: () => void;
  /** The record is stored otherwise now. */
  onChanged: () => void;
  /** There is no such record any more: what was typed goes with it. */
  onGone: () => void;
};

/** The dialog of a command on a record. */
export function RecordDialog({
  command,
  record,
  opened,
  onClose,
  onInvalid,
  onOvertaken,
  onChanged,
  onGone,
}: Props): ReactNode {
  const done = () => {
    onClose();
    onChanged();
  };
  /** A draft that was never published is in the release alone now. */
  const left = (isNew: boolean) => (isNew ? onGone() : done());
  switch (command) {
    case 'publish':
      return (
        <PublishDialog
          publishable={describePublishingRecords([record], { onInvalid, onOvertaken })}
          onClose={(isDone) => (isDone ? done() : onClose())}
        />
      );
    case 'release':
      return (
        <AddToRelease
          items={[{ kind: record.kind, id: record.id }]}
          title={record.title}
          onClose={(isDone) => (isDone ? left(opened.live === null) : onClose())}
        />
      );
    case 'delete':
      return <DeleteRecords records={[record]} onClose={onClose} onDeleted={onGone} />;
    case 'versions':
      return <VersionsDialog record={record} onClose={onClose} onRestored={done} />;
    case 'copy':
      return <Copy record={record} onClose={onClose} />;
    case 'discard':
      return <Discard record={record} opened={opened} onClose={onClose} onDone={() => left(opened.live === null)} />;
  }
}

function Copy({ record: { kind, id, title }, onClose }: { record: NamedRecord; onClose: () => void }): ReactNode {
  const { failure, send } = useSend();
  const copy = () =>
    send(
      () => call('copyRecord', { kind, id }),
      (made) => location.assign(adminPaths.record(kind, made.id)),
    );
  return (
    <Dialog title={`Copy “${title}”?`} size="small" onClose={onClose}>
      <p>The copy is a draft of its own, with the same contents. Give it another name before you publish it.</p>
      {failure ? <Failure failure={failure} /> : null}
      <div className="ed-dialog__actions">
        <button type="button" className="ed-button ed-button--primary" data-autofocus onClick={() => void copy()}>
          Copy
        </button>
        <button type="button" className="ed-button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

type DiscardProps = { record: NamedRecord; opened: OpenedRecord; onClose: () => void; onDone: () => void };

function Discard({ record: { kind, id }, opened, onClose, onDone }: DiscardProps): ReactNode {
  const isNew = opened.live === null;
  const { failure, send } = useSend();
  const base = opened.draft?.savedAt;
  const discard = () =>
    send(() => call('discardRecord', { kind, id, ...(base === undefined ? {} : { base }) }), onDone);
  return (
    <Dialog title="Discard the draft?" size="small" role="alertdialog" onClose={onClose}>
      <p>
        {isNew
          ? `This ${getKindNames(kind).one} was never published: nothing of it is left then. For 30 days it stays among “Deleted”, from where you can restore it.`
          : 'It goes back to what visitors see. What was changed since is thrown away. For 30 days it stays among the versions, from where you can bring it back.'}
      </p>
      {failure ? <Failure failure={failure} /> : null}
      <div className="ed-dialog__actions">
        <button type="button" className="ed-button ed-button--primary" data-autofocus onClick={onClose}>
          Cancel
        </button>
        {failure?.code === 'conflict' ? (
          <button type="button" className="ed-button" onClick={() => location.reload()}>
            Reload
          </button>
        ) : (
          <button type="button" className="ed-button ed-button--danger" onClick={() => void discard()}>
            Discard draft
          </button>
        )}
      </div>
    </Dialog>
  );
}
