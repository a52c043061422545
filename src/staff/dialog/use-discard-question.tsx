import { type ReactNode, useState } from 'react';
import { LeaveWindow } from './LeaveWindow.tsx';

/** Closes a window, after a question if input would be lost. */
export function useDiscardQuestion(
  hasInput: () => boolean,
  onClose: () => void,
): { close: () => void; question: ReactNode } {
  const [isAsking, setAsking] = useState(false);
  return {
    close: () => (hasInput() ? setAsking(true) : onClose()),
    question: isAsking ? (
      <LeaveWindow
        what="What you changed here has not been applied."
        onStay={() => setAsking(false)}
        onLeave={onClose}
      />
    ) : null,
  };
}
