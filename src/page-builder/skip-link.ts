import { labels } from '#staff/messages/labels.ts';

const barId = 'editor-bar';

/**
 * Adds a link to the editor's bar, which is at the end of the page, behind the page's own skip link. The bar gets the focus.
 * Returns a function that removes the link.
 */
export function addSkipLink(bar: HTMLElement): () => void {
  bar.id = barId;
  bar.tabIndex = -1;
  const link = document.createElement('a');
  link.href = `#${barId}`;
  link.className = 'skip-link';
  link.lang = 'en';
  link.textContent = labels.skipToBar;
  // The address stays: its hash may name a module.
  link.addEventListener('click', (event) => {
    event.preventDefault();
    bar.focus({ preventScroll: true });
  });
  const own = document.querySelector('.skip-link');
  if (own) own.after(link);
  else document.body.prepend(link);
  return () => link.remove();
}
