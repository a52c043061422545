import type { MouseEvent } from 'react';

/**
 * The link to another query of this page that a click is on, without its fragment, which is for readers without a script.
 * The browser does not follow it any more. Null when there is none, or it is meant to open in a place of its own.
 */
export function takeQueryLink(event: MouseEvent): { link: Element; query: string } | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const href = link?.getAttribute('href');
  if (!link || !href?.startsWith('?')) return null;
  event.preventDefault();
  return { link, query: href.replace(/#.*$/, '') };
}

/** Lets the address say what is chosen. Words on their way are no step to go back to. */
export function showQuery(query: string, isTyping: boolean): void {
  const address = query === '?' ? location.pathname : query;
  if (isTyping) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
}
