import { closeModule, dropModal } from './query.ts';

/**
 * Shows the draft as it is now, in place: its HTML is fetched, what `<main>` holds is replaced, and the editor gets its new
 * state. The page stays where it is scrolled to, and nothing is loaded again. Whatever cannot be taken over in that way, such
 * as a page of another version of the code, is reloaded.
 */
export async function refreshDraft(): Promise<void> {
  const fresh = await readDraft();
  const swap = fresh && prepareSwap(fresh);
  if (swap) {
    closeModule();
    swap();
  } else {
    dropModal();
    location.reload();
  }
}

async function readDraft(): Promise<Document | null> {
  try {
    const response = await fetch(`${location.pathname}?draft=true`, { headers: { accept: 'text/html' } });
    if (!response.ok || response.redirected) return null;
    return new DOMParser().parseFromString(await response.text(), 'text/html');
  } catch {
    return null;
  }
}

const islandOfEditor = '#editor-root astro-island';

/** What puts the fresh page in the place of this one; null when it cannot be taken over. */
function prepareSwap(fresh: Document): (() => void) | null {
  const main = document.querySelector('main');
  const newMain = fresh.querySelector('main');
  const island = document.querySelector(islandOfEditor);
  const newIsland = fresh.querySelector(islandOfEditor);
  if (!main || !newMain || !island || !newIsland) return null;
  if (newIsland.getAttribute('component-url') !== island.getAttribute('component-url')) return null;
  if (sheetsOf(fresh) !== sheetsOf(document) || !canWake(newMain)) return null;
  return () => {
    document.title = fresh.title;
    main.replaceChildren(...[...newMain.childNodes].map((node) => document.adoptNode(node)));
    // Astro unmounts the islands that are gone when it hears this.
    document.dispatchEvent(new Event('astro:after-swap'));
    // It hydrates an island anew, into the same root, when its properties change while it counts as not hydrated.
    island.setAttribute('ssr', '');
    island.setAttribute('props', newIsland.getAttribute('props') ?? '{}');
  };
}

function sheetsOf(page: Document): string {
  const links = page.head.querySelectorAll('link[rel="stylesheet"]');
  return [...links].map((link) => link.getAttribute('href')).join();
}

/** Scripts that came with the new page do not run: an island that waits for one which this page never had would stay asleep. */
function canWake(main: Element): boolean {
  const astro: unknown = Reflect.get(globalThis, 'Astro');
  const kinds = new Set(
    [...main.querySelectorAll('astro-island')].map((island) => island.getAttribute('client') ?? ''),
  );
  return [...kinds].every((kind) => typeof astro === 'object' && astro !== null && kind in astro);
}
