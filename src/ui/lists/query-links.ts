import type { MouseEvent } from 'react';

/**
 * The clicked link to another query of this page, without its fragment, which is for readers without a script. Prevents
 * the browser from following it. Null if there is none, or if it is to open in another tab or window.
 */
export function takeQueryLink(event: MouseEvent): { link: Element; query: string } | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const href = link?.getAttribute('href');
  if (!link || !href?.startsWith('?')) return null;
  event.preventDefault();
  return { link, query: href.replace(/#.*$/, '') };
}

/** Writes the choice into the address. Words that are still being typed do not add to the history. */
export function showQuery(query: string, isTyping: boolean): void {
  const address = query === '?' ? location.pathname : query;
  if (isTyping) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
}
