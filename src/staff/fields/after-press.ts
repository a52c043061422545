let isPressed = false;

function watch(): void {
  const options = { capture: true, passive: true };
  addEventListener('pointerdown', () => (isPressed = true), options);
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (isPressed = false), options);
}

if (typeof document !== 'undefined') watch();

/**
 * Does something once no button is pressed any more, or at once. A field is left while the button is pressed on what comes next: were
 * its error shown by then, that would move away before the button is released, and the click would be lost.
 */
export function afterPress(act: () => void): void {
  if (!isPressed) return act();
  const ended = new AbortController();
  const options = { capture: true, signal: ended.signal };
  const finish = () => {
    ended.abort();
    // Behind the click that comes of it.
    setTimeout(act);
  };
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, finish, options);
}
