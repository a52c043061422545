import type { ReactNode } from 'react';
import { Moment } from '../controls/Moment.tsx';
import { Dialog } from './Dialog.tsx';

type Props = {
  found: { storedAt: string; changed: readonly string[]; restore: () => void; discard: () => void };
  onClose: () => void;
};

/** Offers to restore unsaved values, after a tab or a session has ended. */
export function RestoreDialog({ found, onClose }: Props): ReactNode {
  const { storedAt, changed, restore, discard } = found;
  return (
    <Dialog title="Unsaved changes were found" size="small" role="alertdialog" onClose={onClose}>
      <p>
        Unsaved changes from <Moment at={storedAt} /> were found in this browser.
      </p>
      {changed.length > 0 ? <p>They are in: {changed.join(', ')}.</p> : null}
      <div className="ed-dialog__actions">
        <button type="button" className="ed-button ed-button--primary" data-autofocus onClick={restore}>
          Restore
        </button>
        <button type="button" className="ed-button" onClick={discard}>
          Discard
        </button>
      </div>
      <p className="ed-dialog__note">“Restore” puts them into the form; nothing is saved until you save.</p>
    </Dialog>
  );
}
