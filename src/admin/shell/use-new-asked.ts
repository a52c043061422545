import { useEffect, useState } from 'react';

/**
 * Whether the address asks for the dialog in which something new begins (`?new`). It is taken out of the address: a reload, or
 * going back, shows the screen.
 */
export function useNewAsked(): boolean {
  const [isAsked] = useState(() => new URLSearchParams(location.search).has('new'));
  useEffect(() => {
    if (!isAsked) return;
    const url = new URL(location.href);
    url.searchParams.delete('new');
    history.replaceState(history.state, '', url);
  }, [isAsked]);
  return isAsked;
}
