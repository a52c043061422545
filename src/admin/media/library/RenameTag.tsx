import { type ReactNode, useRef, useState } from 'react';
import { type MediaTag, mediaTagLength } from '#domain/media/media-library.ts';
import { type CallFailure, call } from '#staff/calls/api.ts';
import { FormDialog } from '#staff/form/FormDialog.tsx';
import { LabeledField } from '#staff/fields/LabeledField.tsx';

type Props = { tag: MediaTag; onDone: (name: string) => void; onClose: () => void };

/** Gives a tag another name. Where a tag has that name, the two can become one, once that was said. */
export function RenameTag({ tag, onDone, onClose }: Props): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState(tag.name);
  const [taken, setTaken] = useState<string | null>(null);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const unite = taken !== null && taken === name.trim();
  const save = async () => {
    setBusy(true);
    const answer = await call('renameMediaTag', { id: tag.id, name, unite });
    setBusy(false);
    if (answer.ok) return onDone(name.trim());
    const isTaken = answer.failure.code === 'conflict';
    setTaken(isTaken ? name.trim() : null);
    setFailure(isTaken ? null : answer.failure);
  };
  const error = failure?.issues.find(({ path }) => path[0] === 'name')?.message;
  return (
    <FormDialog
      title={`Rename the tag “${tag.name}”`}
      size="small"
      form={form}
      action={unite ? 'Make one tag of both' : 'Rename tag'}
      isBusy={isBusy}
      failure={error === undefined ? failure : null}
      hasInput={() => name !== tag.name}
      onSubmit={save}
      onClose={onClose}
    >
      <LabeledField label="Name" required error={error} help="Whatever has the tag has it under its new name.">
        {({ labelId: _, ...ids }) => (
          <input
            {...ids}
            data-autofocus
            className="ed-input"
            autoComplete="off"
            maxLength={mediaTagLength}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </LabeledField>
      <p role="status">
        {unite
          ? `There is a tag “${taken}” already. Whatever has “${tag.name}” can get that one, and “${tag.name}” is gone then. This cannot be undone.`
          : null}
      </p>
    </FormDialog>
  );
}
