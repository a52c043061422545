import { elementOf, reveal } from '../module-element.ts';

/** Leads to a module of the page: into view, with the focus on what can be done with it. */
export function showModule(id: number): void {
  const module = elementOf(id);
  if (!module) return;
  reveal(id);
  // The outline follows the focus. The module can take it for this moment only: the page's markup stays as it is.
  module.tabIndex = -1;
  module.addEventListener('blur', () => module.removeAttribute('tabindex'), { once: true });
  module.focus({ preventScroll: true });
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('#editor-root .ed-frame button')?.focus({ preventScroll: true });
  });
}

/** The module that the address leads to, as in `#module-12`. */
export function moduleInHash(): number | null {
  const id = Number(/^#module-(\d+)$/.exec(location.hash)?.[1]);
  return Number.isInteger(id) && id > 0 ? id : null;
}
