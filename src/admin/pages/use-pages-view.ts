import { useState } from 'react';
import type { SiteId } from '#domain/sites.ts';
import { type PagesView, readPagesView, writePagesView } from './pages-view.ts';

type ShownPages = { view: PagesView; show: (change: Partial<PagesView>) => void };

/** What the list of pages shows, and how it shows something else; the address follows. */
export function usePagesView(here: SiteId): ShownPages {
  const [view, setView] = useState(() => readPagesView(location.search, here));
  const show = (change: Partial<PagesView>) => {
    const next = { ...view, ...change };
    setView(next);
    history.replaceState(history.state, '', `${location.pathname}${writePagesView(next, here)}`);
  };
  return { view, show };
}
