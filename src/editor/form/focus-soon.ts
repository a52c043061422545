/**
 * Gives the focus to an element once what has just changed is on screen. A window that closes gives it back to where it was
 * opened in the next frame, and that place may be gone: this comes after it.
 */
export function focusSoon(find: () => HTMLElement | null): void {
  requestAnimationFrame(() => setTimeout(() => find()?.focus(), 0));
}

/** Leads to the first field of a form in which something is wrong, once that is on screen. */
export function focusFirstError(form: { current: HTMLElement | null }): void {
  focusSoon(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"], .ed-field--invalid button') ?? null);
}
