/**
 * Going back or forward in the history while something unsaved is open: the address stays, and whoever guards it is asked.
 */
export type LeaveGuard = (leave: () => void) => void;

type Guard = { ask: LeaveGuard; address: string };

/** The innermost window that holds something unsaved is asked, and the one around it when that is gone. */
const guards: Guard[] = [];

/** Whether the address has just been changed by the history and is guarded: then it is put back before anybody looks at it. */
export function holdsAddress(): boolean {
  const guard = guards.at(-1);
  if (!guard || location.href === guard.address) return false;
  // The place that was gone to stays in the history, right before this one.
  history.pushState(null, '', guard.address);
  guard.ask(() => {
    guards.length = 0;
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
  guards.push(own);
  addEventListener('beforeunload', askBrowser);
  return () => {
    const at = guards.indexOf(own);
    if (at !== -1) guards.splice(at, 1);
    if (guards.length === 0) removeEventListener('beforeunload', askBrowser);
  };
}
