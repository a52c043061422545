import { type ReactNode, useRef, useState } from 'react';
import { foldersWithin } from '#domain/media/folder-tree.ts';
import { type MediaFolder, folderNameLength } from '#domain/media/media-library.ts';
import { call } from '#staff/calls/api.ts';
import { useSend } from '#staff/calls/use-send.ts';
import { FormDialog } from '#staff/form/FormDialog.tsx';
import { LabeledField } from '#staff/fields/LabeledField.tsx';
import { FolderSelect } from '#staff/picker/FolderSelect.tsx';

type Props = {
  folders: readonly MediaFolder[];
  /** The folder that is changed; null for a new one. */
  folder: MediaFolder | null;
  /** Where a new one is at first. */
  parent: number | null;
  onSaved: (id: number) => void;
  onClose: () => void;
};

/** Makes a folder, or renames it and puts it elsewhere. */
export function FolderDialog({ folders, folder, parent: first, onSaved, onClose }: Props): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState(folder?.name ?? '');
  const [parent, setParent] = useState(folder ? folder.parent : first);
  const { failure, isBusy, send } = useSend();
  const getError = (field: string) => failure?.issues.find(({ path }) => path[0] === field)?.message;
  const save = () =>
    send(
      () => call('saveMediaFolder', { id: folder?.id ?? null, name, parent }),
      ({ id }) => onSaved(id),
    );
  return (
    <FormDialog
      title={folder ? `Change the folder “${folder.name}”` : 'New folder'}
      size="small"
      form={form}
      action={folder ? 'Save' : 'Make folder'}
      isBusy={isBusy}
      failure={failure && failure.issues.length === 0 ? failure : null}
      hasInput={() => name !== (folder?.name ?? '') || parent !== (folder ? folder.parent : first)}
      onSubmit={save}
      onClose={onClose}
    >
      <LabeledField label="Name" required error={getError('name')}>
        {({ labelId: _, ...ids }) => (
          <input
            {...ids}
            data-autofocus
            className="ed-input"
            autoComplete="off"
            maxLength={folderNameLength}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </LabeledField>
      <FolderSelect
        label="In the folder"
        none="None: at the top"
        value={parent}
        error={getError('parent')}
        {...{ folders }}
        {...(folder ? { besides: foldersWithin(folders, folder.id) } : {})}
        onChange={setParent}
      />
    </FormDialog>
  );
}
