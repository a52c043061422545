/** The element of a module on the page; null while it is not shown. */
export function findModuleElement(moduleId: number): HTMLElement | null {
  return document.querySelector<HTMLElement>(`main [data-module-id="${moduleId}"]`);
}

/** Scrolls a module into view, and opens the accordion entries and tabs around it. */
export function reveal(moduleId: number, behavior?: ScrollBehavior): void {
  const element = findModuleElement(moduleId);
  if (!element) return;
  for (let closed = element.closest('details'); closed; closed = closed.parentElement?.closest('details') ?? null) {
    closed.open = true;
  }
  for (
    let panel = element.closest('[role="tabpanel"]');
    panel;
    panel = panel.parentElement?.closest('[role="tabpanel"]') ?? null
  ) {
    if (panel.hasAttribute('hidden')) document.getElementById(panel.getAttribute('aria-labelledby') ?? '')?.click();
  }
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  // A tab's panel is shown with the next animation frame.
  requestAnimationFrame(() =>
    element.scrollIntoView({ block: 'start', behavior: behavior ?? (isCalm ? 'instant' : 'smooth') }),
  );
}
