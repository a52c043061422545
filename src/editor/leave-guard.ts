/**
 * Going back or forward in the history while something unsaved is open: the address stays, and whoever guards it is asked.
 * This listener stands before all others, so that nothing else sees the address change.
 */
export type LeaveGuard = (leave: () => void) => void;

let guard: { ask: LeaveGuard; address: string } | null = null;

if (typeof window !== 'undefined') {
  addEventListener(
    'popstate',
    (event) => {
      if (!guard || location.href === guard.address) return;
      event.stopImmediatePropagation();
      // The place that was gone to stays in the history, right before this one.
      history.pushState(null, '', guard.address);
      guard.ask(() => {
        guard = null;
        history.back();
      });
    },
    { capture: true },
  );
}

/** Has `ask` called with what leaves when somebody goes back or forward. Answers with what ends that. */
export function guardLeaving(ask: LeaveGuard): () => void {
  const own = { ask, address: location.href };
  guard = own;
  return () => {
    if (guard === own) guard = null;
  };
}
