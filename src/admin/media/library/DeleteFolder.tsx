import type { ReactNode } from 'react';
import type { MediaFolder } from '#domain/media/media-library.ts';
import { call } from '#staff/calls/api.ts';
import { useSend } from '#staff/calls/use-send.ts';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { Failure } from '#staff/calls/Failure.tsx';

type Props = {
  folder: MediaFolder;
  /** What the folder above it is called; null at the top. */
  above: string | null;
  onDeleted: () => void;
  onClose: () => void;
};

/** Deletes a folder, after telling what becomes of what is in it. */
export function DeleteFolder({ folder, above, onDeleted, onClose }: Props): ReactNode {
  const { failure, isBusy, send } = useSend();
  return (
    <Dialog title={`Delete the folder “${folder.name}”?`} size="small" role="alertdialog" onClose={onClose}>
      <p>
        No file is deleted. What is in it, other folders included, is{' '}
        {above === null ? 'in no folder then' : `in “${above}” then`}. No page changes.
      </p>
      {failure ? <Failure failure={failure} /> : null}
      <div className="ed-dialog__actions">
        <button
          type="button"
          className="ed-button ed-button--danger"
          aria-disabled={isBusy ? true : undefined}
          onClick={() => void send(() => call('deleteMediaFolder', { id: folder.id }), onDeleted)}
        >
          {isBusy ? 'Deleting …' : 'Delete folder'}
        </button>
        <button type="button" className="ed-button" data-autofocus onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
