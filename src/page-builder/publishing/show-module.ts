import { findModuleElement, reveal } from '../module-element.ts';

/** Scrolls to a module of the page, and focuses its toolbar. */
export function showModule(id: number): void {
  const module = findModuleElement(id);
  if (!module) return;
  reveal(id);
  // The outline follows the focus. The module is focusable for a moment only: the page's markup must not change.
  module.tabIndex = -1;
  module.addEventListener('blur', () => module.removeAttribute('tabindex'), { once: true });
  module.focus({ preventScroll: true });
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('#editor-root .ed-frame button')?.focus({ preventScroll: true });
  });
}

/** The module that the hash of the address names, as in `#module-12`. */
export function moduleInHash(): number | null {
  const id = Number(/^#module-(\d+)$/.exec(location.hash)?.[1]);
  return Number.isInteger(id) && id > 0 ? id : null;
}
