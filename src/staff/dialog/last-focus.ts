/** What had the focus last. */
let last: HTMLElement | null = null;

/**
 * Notes what gets the focus, until the function that it returns is called. Parts of the editor are inert as soon as a dialog is asked
 * for, and lose the focus while its code is loading: it would not know what to give the focus back to.
 */
export function watchFocus(): () => void {
  const note = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && target !== document.body) last = target;
  };
  document.addEventListener('focusin', note);
  return () => document.removeEventListener('focusin', note);
}

/** What has the focus, or else what had it when it became inert, was hidden, or was taken away. */
export function lastFocus(): Element | null {
  const { activeElement, body } = document;
  if (activeElement !== null && activeElement !== body) return activeElement;
  const isLost = last !== null && (!last.checkVisibility() || last.closest('[inert]') !== null);
  return isLost ? last : activeElement;
}
