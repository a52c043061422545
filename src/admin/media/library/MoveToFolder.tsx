import { type ReactNode, useRef, useState } from 'react';
import type { MediaKind } from '#domain/media/media-library.ts';
import { getKindNames } from '#kinds/registry.ts';
import { call } from '#staff/calls/api.ts';
import { useSend } from '#staff/calls/use-send.ts';
import { describeCount } from '#staff/messages/count.ts';
import { FormDialog } from '#staff/form/FormDialog.tsx';
import { FolderSelect } from '#staff/picker/FolderSelect.tsx';
import { storeNotice } from '../../records/record-notice.ts';
import { useLibrary } from './library-context.tsx';

type Props = { kind: MediaKind; ids: readonly number[]; onDone: () => void; onClose: () => void };

/** Moves chosen media to a folder, or out of all. */
export function MoveToFolder({ kind, ids, onDone, onClose }: Props): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  const folders = useLibrary()?.library?.folders ?? [];
  const [folder, setFolder] = useState<number | null>(null);
  const { failure, isBusy, send } = useSend();
  const { one, many } = getKindNames(kind);
  const count = describeCount(ids.length, one, many);
  const move = () =>
    send(
      () => call('fileMedia', { kind, ids: [...ids], folder }),
      () => {
        const name = folders.find(({ id }) => id === folder)?.name;
        const [is, its] = ids.length === 1 ? ['is', 'its folder'] : ['are', 'their folders'];
        const announcement = `${count} ${is} ${name === undefined ? `out of ${its}` : `in “${name}”`} now.`;
        storeNotice({ announcement, undo: null });
        onDone();
      },
    );
  return (
    <FormDialog
      title={`Move ${count}`}
      size="small"
      form={form}
      action={folder === null ? 'Take out of its folder' : 'Move'}
      hasInput={() => false}
      onSubmit={move}
      {...{ isBusy, failure, onClose }}
    >
      <FolderSelect label="To the folder" none="None" value={folder} onChange={setFolder} {...{ folders }} />
      <p className="ed-field__help">
        {folders.length === 0
          ? 'There are no folders yet. Make one with “New folder” beside the list.'
          : 'No page changes: visitors see no folders.'}
      </p>
    </FormDialog>
  );
}
