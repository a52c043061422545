/**
 * Guards unsaved input against going back or forward in the history: the address stays, and the guard asks.
 */
type LeaveGuard = (leave: () => void) => void;

type Guard = { ask: LeaveGuard; address: string };

/** The innermost dialog with unsaved input asks, and the one around it when that is closed. */
const guards: Guard[] = [];

/** Whether a guarded address was just changed by the history: it is then restored before anything reads it. */
export function holdsAddress(): boolean {
  const guard = guards.at(-1);
  if (!guard || location.href === guard.address) return false;
  // The requested entry stays in the history, right before this one.
  history.pushState(null, '', guard.address);
  guard.ask(() => {
    endGuards();
    history.back();
  });
  return true;
}

/** The page is left for good: by who said so, or because what was typed is of something that is gone. Nothing asks again. */
export function endGuards(): void {
  guards.length = 0;
  removeEventListener('beforeunload', askBrowser);
}

/** Leaving for the sign-in page does not ask: unsaved values are restored afterwards. */
let isSigningIn = false;

export function leaveToSignIn(): void {
  isSigningIn = true;
}

function askBrowser(event: BeforeUnloadEvent): void {
  if (!isSigningIn) event.preventDefault();
}

/**
 * Calls `ask` with a function that leaves, when the user goes back or forward, and lets the browser ask when the page would be
 * left. Returns a function that removes the guard.
 */
export function guardLeaving(ask: LeaveGuard): () => void {
  const own = { ask, address: location.href };
  guards.push(own);
  addEventListener('beforeunload', askBrowser);
  return () => {
    const at = guards.indexOf(own);
    if (at !== -1) guards.splice(at, 1);
    if (guards.length === 0) endGuards();
  };
}
