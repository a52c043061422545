import { useEffect, useState } from 'react';

/**
 * Whether the address asks for the dialog in which something new begins (`?new`), or something is published (`?publish`). It is
 * taken out of the address: a reload, or going back, shows the screen.
 */
export function useAsked(name: 'new' | 'publish'): boolean {
  const [isAsked] = useState(() => new URLSearchParams(location.search).has(name));
  useEffect(() => {
    if (!isAsked) return;
    const url = new URL(location.href);
    url.searchParams.delete(name);
    history.replaceState(history.state, '', url);
  }, [isAsked, name]);
  return isAsked;
}
