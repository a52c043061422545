import { type ReactNode, Suspense, lazy, useState } from 'react';
import { RecordMenu, type RecordCommand } from '../records/RecordHead.tsx';
import { useMay } from '../shell/use-may.ts';
import { DeleteForm } from './DeleteForm.tsx';
import type { FormRecord } from './form-builder-types.ts';
import type { FormEdits } from './use-form-edits.ts';
import type { FormSave } from './use-form-save.ts';

const RecordDialog = lazy(async () => ({ default: (await import('../records/RecordDialog.tsx')).RecordDialog }));

type Props = {
  edits: FormEdits;
  saving: FormSave;
  record: FormRecord | null;
  /** What the builder has is what is live. */
  onPublished: (id: number) => void;
  /** The form is stored otherwise now. */
  onChanged: (id: number) => void;
  /** There is no such form any more. */
  onGone: () => void;
};

/** What can be done with a form besides saving it: the same as with any record. */
export function FormCommands({ edits, saving, record, onPublished, onChanged, onGone }: Props): ReactNode {
  const [command, setCommand] = useState<RecordCommand | null>(null);
  const { draft, isDirty } = edits;
  const mayEdit = useMay()('edit', { kind: 'form' });
  const canPublish = draft.fields.length > 0 && (isDirty || record === null || record.draft !== null);
  const isIdle = !saving.isBusy;
  const publish = async () => {
    if (!isIdle || !canPublish) return;
    if ((isDirty || record === null) && !(await saving.save(draft, edits.stored))) return;
    setCommand('publish');
  };
  const close = () => setCommand(null);
  return (
    <>
      {mayEdit ? (
        <button
          type="button"
          className="ed-button ed-button--primary"
          aria-disabled={isIdle && canPublish ? undefined : true}
          title={canPublish ? undefined : 'What visitors see is up to date'}
          onClick={() => void publish()}
        >
          Publish …
        </button>
      ) : null}
      {record ? <RecordMenu kind="form" opened={record} onCommand={setCommand} /> : null}
      {record && command === 'delete' ? (
        <DeleteForm id={record.id} title={draft.title} onClose={close} onDeleted={onGone} />
      ) : null}
      {record && command !== null && command !== 'delete' ? (
        <Suspense>
          <RecordDialog
            command={command}
            record={{ kind: 'form', id: record.id, title: edits.saved.title }}
            opened={record}
            onClose={close}
            onInvalid={(failure) => {
              close();
              saving.show(failure);
            }}
            onOvertaken={() => {
              close();
              void saving.mergeLive();
            }}
            onChanged={() => (command === 'publish' ? onPublished : onChanged)(record.id)}
            onGone={onGone}
          />
        </Suspense>
      ) : null}
    </>
  );
}
