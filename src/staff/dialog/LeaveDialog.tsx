import type { ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';

type Props = { what?: string | undefined; onStay: () => void; onLeave: () => void };

/** Asks before unsaved values are discarded. */
export function LeaveDialog({
  what = 'What you changed in this module has not been saved.',
  onStay,
  onLeave,
}: Props): ReactNode {
  return (
    <Dialog title="Discard your changes?" size="small" role="alertdialog" onClose={onStay}>
      <p>{what}</p>
      <div className="ed-dialog__actions">
        <button type="button" className="ed-button ed-button--primary" data-autofocus onClick={onStay}>
          Keep editing
        </button>
        <button type="button" className="ed-button" onClick={onLeave}>
          Discard changes
        </button>
      </div>
    </Dialog>
  );
}
