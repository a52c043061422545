import { useSyncExternalStore } from 'react';

/** Windows in which the bar is folded. */
const narrow = '(max-width: 47.99rem)';

function subscribe(listener: () => void): () => void {
  const query = matchMedia(narrow);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(narrow).matches);
}
