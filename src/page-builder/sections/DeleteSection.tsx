import type { ReactNode } from 'react';
import { call } from '#staff/calls/api.ts';
import { useSend } from '#staff/calls/use-send.ts';
import { Dialog } from '#staff/dialog/Dialog.tsx';
import { Failure } from '#staff/calls/Failure.tsx';
import type { SavedSection } from './match-section.ts';

type Props = { section: SavedSection; onClose: () => void; onDone: (announcement: string) => void };

/** Asks before a saved section is deleted, which is not undone. */
export function DeleteSection({ section: { id, version, name }, onClose, onDone }: Props): ReactNode {
  const { failure, isBusy, send } = useSend();
  const remove = () =>
    send(
      () => call('deleteSection', { id, version }),
      () => onDone(`“${name}” deleted.`),
    );
  return (
    <Dialog title={`Delete “${name}”?`} size="small" role="alertdialog" onClose={onClose}>
      <p>Nobody can insert it any more, and it cannot be brought back. What was inserted from it stays on its pages.</p>
      {failure ? <Failure failure={failure} /> : null}
      <div className="ed-dialog__actions">
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
    </Dialog>
  );
}
