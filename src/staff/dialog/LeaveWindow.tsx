import type { ReactNode } from 'react';
import { Window } from './Window.tsx';

type Props = { what?: string; onStay: () => void; onLeave: () => void };

/** Asks before unsaved values are discarded. */
export function LeaveWindow({
  what = 'What you changed in this module has not been saved.',
  onStay,
  onLeave,
}: Props): ReactNode {
  return (
    <Window title="Discard your changes?" size="small" role="alertdialog" onClose={onStay}>
      <p>{what}</p>
      <div className="ed-window__actions">
        <button type="button" className="ed-button ed-button--primary" data-autofocus onClick={onStay}>
          Keep editing
        </button>
        <button type="button" className="ed-button" onClick={onLeave}>
          Discard changes
        </button>
      </div>
    </Window>
  );
}
