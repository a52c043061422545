import type { ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';

type Props = { title: string; action: string; onConfirm: () => void; onClose: () => void; children: ReactNode };

/** Asks before something is done that cannot be taken back as it was. */
export function AskFirst({ title, action, onConfirm, onClose, children }: Props): ReactNode {
  return (
    <Dialog title={title} size="small" role="alertdialog" onClose={onClose}>
      <p>{children}</p>
      <div className="ed-dialog__actions">
        <button type="button" className="ed-button ed-button--danger" onClick={onConfirm}>
          {action}
        </button>
        <button type="button" className="ed-button" data-autofocus onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
