/**
 * Focuses an element after the next render. A closing dialog returns the focus in the next animation frame, to an element that
 * may be gone: this runs after it.
 */
export function focusSoon(find: () => HTMLElement | null): void {
  requestAnimationFrame(() => setTimeout(() => find()?.focus(), 0));
}

/** Focuses the first field of a form that has an error, after the next render. */
export function focusFirstError(form: { current: HTMLElement | null }): void {
  focusSoon(() => {
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], .ed-field--invalid button');
    // The tools of a formatted text come before it.
    return first?.closest('.ed-field--invalid')?.querySelector<HTMLElement>('[aria-invalid="true"]') ?? first ?? null;
  });
}
