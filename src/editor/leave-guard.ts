/**
 * Going back or forward in the history while something unsaved is open: the address stays, and whoever guards it is asked.
 */
export type LeaveGuard = (leave: () => void) => void;

let guard: { ask: LeaveGuard; address: string } | null = null;

/** Whether the address has just been changed by the history and is guarded: then it is put back before anybody looks at it. */
export function holdsAddress(): boolean {
  if (!guard || location.href === guard.address) return false;
  // The place that was gone to stays in the history, right before this one.
  history.pushState(null, '', guard.address);
  guard.ask(() => {
    guard = null;
    history.back();
  });
  return true;
}

/** Nothing is asked on the way to the sign-in page: what was typed is there again afterwards. */
let isSigningIn = false;

export function leaveToSignIn(): void {
  isSigningIn = true;
}

function askBrowser(event: BeforeUnloadEvent): void {
  if (!isSigningIn) event.preventDefault();
}

/**
 * Has `ask` called with what leaves when somebody goes back or forward, and the browser ask when the page would be left.
 * Answers with what ends that.
 */
export function guardLeaving(ask: LeaveGuard): () => void {
  const own = { ask, address: location.href };
  guard = own;
  addEventListener('beforeunload', askBrowser);
  return () => {
    removeEventListener('beforeunload', askBrowser);
    if (guard === own) guard = null;
  };
}
