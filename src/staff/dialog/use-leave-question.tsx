import { type ReactNode, useEffect, useState } from 'react';
import { LeaveDialog } from './LeaveDialog.tsx';
import { guardLeaving } from './leave-guard.ts';

/**
 * Asks before unsaved input is left, by a link or by what calls `ask`.
 *
 * @param forget deletes the copy of the input that this browser keeps
 */
export function useLeaveQuestion(
  isUnsaved: boolean,
  forget: () => void,
  what?: string,
): { ask: (leave: () => void) => void; question: ReactNode } {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useEffect(() => (isUnsaved ? guardLeaving((go) => setLeave(() => go)) : undefined), [isUnsaved]);
  return {
    ask: (go) => setLeave(() => go),
    question: leave ? (
      <LeaveDialog
        what={what}
        onStay={() => setLeave(null)}
        onLeave={() => {
          forget();
          leave();
        }}
      />
    ) : null,
  };
}
