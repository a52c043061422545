import { closeModule, dropModal } from './query.ts';

let isAwaited = false;

/** Whether a draft is on its way that the editor has not got the state of yet. */
export const isAwaitingState = (): boolean => isAwaited;

/** The editor has got the state of the draft that the page shows. */
export function receiveState(): void {
  isAwaited = false;
}

/**
 * Refreshes the draft in place: its HTML is fetched, the content of `<main>` is replaced, and the editor gets its new state.
 * The scroll position is preserved, and no script is loaded again. A page that cannot be swapped in that way, such as one of
 * another version of the code, is reloaded.
 */
export async function refreshDraft(): Promise<void> {
  isAwaited = true;
  const fresh = await readDraft();
  const swap = fresh && prepareSwap(fresh);
  if (swap) {
    closeModule();
    swap();
  } else {
    isAwaited = false;
    dropModal();
    location.reload();
  }
}

async function readDraft(): Promise<Document | null> {
  try {
    const response = await fetch(`${location.pathname}${location.search}`, { headers: { accept: 'text/html' } });
    if (!response.ok || response.redirected) return null;
    return new DOMParser().parseFromString(await response.text(), 'text/html');
  } catch {
    return null;
  }
}

const islandOfEditor = '#editor-root astro-island';

/** The function that swaps in the fresh page; null when that is not possible. */
function prepareSwap(fresh: Document): (() => void) | null {
  const main = document.querySelector('main');
  const newMain = fresh.querySelector('main');
  const island = document.querySelector(islandOfEditor);
  const newIsland = fresh.querySelector(islandOfEditor);
  if (!main || !newMain || !island || !newIsland) return null;
  if (newIsland.getAttribute('component-url') !== island.getAttribute('component-url')) return null;
  if (listStylesheets(fresh) !== listStylesheets(document) || !canWake(newMain)) return null;
  return () => {
    document.title = fresh.title;
    main.replaceChildren(...[...newMain.childNodes].map((node) => document.adoptNode(node)));
    // Astro unmounts removed islands on this event.
    document.dispatchEvent(new Event('astro:after-swap'));
    // Astro hydrates an island again, into the same root, when its properties change while it has this attribute.
    island.setAttribute('ssr', '');
    island.setAttribute('props', newIsland.getAttribute('props') ?? '{}');
  };
}

function listStylesheets(page: Document): string {
  const links = page.head.querySelectorAll('link[rel="stylesheet"]');
  return [...links].map((link) => link.getAttribute('href')).join();
}

/** Scripts of the new page do not run: an island whose script this page has never loaded would not be hydrated. */
function canWake(main: Element): boolean {
  const astro: unknown = Reflect.get(globalThis, 'Astro');
  const kinds = new Set(
    [...main.querySelectorAll('astro-island')].map((island) => island.getAttribute('client') ?? ''),
  );
  return [...kinds].every((kind) => typeof astro === 'object' && astro !== null && kind in astro);
}
