import type { ReactNode } from 'react';
import { Window } from '../dialog/Window.tsx';

/** Asked before typing is thrown away. */
export function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }): ReactNode {
  return (
    <Window title="Discard your changes?" size="small" role="alertdialog" onClose={onKeep}>
      <p>What you changed here has not been applied.</p>
      <div className="ed-window__actions">
        <button type="button" className="ed-button ed-button--primary" data-autofocus onClick={onKeep}>
          Keep editing
        </button>
        <button type="button" className="ed-button" onClick={onDiscard}>
          Discard changes
        </button>
      </div>
    </Window>
  );
}
