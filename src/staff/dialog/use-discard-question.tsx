import { type ReactNode, useState } from 'react';
import { LeaveDialog } from './LeaveDialog.tsx';

/** Closes a dialog, after a question if input would be lost. */
export function useDiscardQuestion(
  hasInput: () => boolean,
  onClose: () => void,
): { close: () => void; question: ReactNode } {
  const [isAsking, setAsking] = useState(false);
  return {
    close: () => (hasInput() ? setAsking(true) : onClose()),
    question: isAsking ? (
      <LeaveDialog
        what="What you changed here has not been applied."
        onStay={() => setAsking(false)}
        onLeave={onClose}
      />
    ) : null,
  };
}
