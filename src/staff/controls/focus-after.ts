import { flushSync } from 'react-dom';

/**
 * Makes a change, and focuses an element that it draws or moves, before the next key is read: a key that comes between would
 * reach the page, where Alt+Left leaves it, or the field before. For event handlers; `focusSoon` is for all other moments.
 */
export function focusAfter(change: () => void, find: () => HTMLElement | null): void {
  flushSync(change);
  find()?.focus();
}
