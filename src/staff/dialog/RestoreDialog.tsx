import type { ReactNode } from 'react';
import { Moment } from '../controls/Moment.tsx';
import { Dialog } from './Dialog.tsx';

type Props = {
  storedAt: string;
  changed: readonly string[];
  onRestore: () => void;
  onDiscard: () => void;
  onClose: () => void;
};

/** Offers to restore unsaved values, after a tab or a session has ended. */
export function RestoreDialog({ storedAt, changed, onRestore, onDiscard, onClose }: Props): ReactNode {
  return (
    <Dialog title="Unsaved changes were found" size="small" role="alertdialog" onClose={onClose}>
      <p>
        Unsaved changes from <Moment at={storedAt} /> were found in this browser.
      </p>
      {changed.length > 0 ? <p>They are in: {changed.join(', ')}.</p> : null}
      <div className="ed-dialog__actions">
        <button type="button" className="ed-button ed-button--primary" data-autofocus onClick={onRestore}>
          Restore
        </button>
        <button type="button" className="ed-button" onClick={onDiscard}>
          Discard
        </button>
      </div>
      <p className="ed-dialog__note">“Restore” puts them into the form; nothing is saved until you save.</p>
    </Dialog>
  );
}
