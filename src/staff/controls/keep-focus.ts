/** An element among the children of another one. */
type Place = { parent: Element; index: number };

const reachable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/** Others may give the focus as soon as they see that it is lost, after the next frame and a bit. */
const patience = 60;

/**
 * Gives the focus to what is nearest where the element that has it is taken away, as a button is that removes itself or its row, and
 * nobody else gives it. Until the function that it returns is called.
 */
export function keepFocus(root: HTMLElement): () => void {
  let last: { element: Element; places: readonly Place[] } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLost = () => last !== null && !last.element.isConnected && document.activeElement === document.body;
  const note = ({ target }: FocusEvent) => {
    last = target instanceof Element && target !== root ? { element: target, places: listPlaces(target, root) } : null;
  };
  const give = () => {
    if (isLost()) findNearest(last?.places ?? [])?.focus({ preventScroll: true });
  };
  const watcher = new MutationObserver(() => {
    if (!isLost()) return;
    clearTimeout(timer);
    timer = setTimeout(give, patience);
  });
  root.addEventListener('focusin', note);
  watcher.observe(root, { childList: true, subtree: true });
  return () => {
    clearTimeout(timer);
    root.removeEventListener('focusin', note);
    watcher.disconnect();
  };
}

/** Where an element is, from its own place to that in the root. */
function listPlaces(element: Element, root: Element): Place[] {
  const places: Place[] = [];
  for (let at = element; at !== root && at.parentElement; at = at.parentElement)
    places.push({ parent: at.parentElement, index: [...at.parentElement.children].indexOf(at) });
  return places;
}

/** What has taken the place, or is beside it, or else around it. */
function findNearest(places: readonly Place[]): HTMLElement | null {
  for (const { parent, index } of places) {
    if (!parent.isConnected) continue;
    const { children } = parent;
    const beside = children[Math.min(index, children.length - 1)];
    for (const within of [beside, parent]) {
      const found = within && listReachable(within)[0];
      if (found) return found;
    }
  }
  return null;
}

function listReachable(within: Element): HTMLElement[] {
  const inside = [...within.querySelectorAll<HTMLElement>(reachable)];
  const own = within instanceof HTMLElement && within.matches(reachable) ? [within] : [];
  return [...own, ...inside].filter((element) => element.checkVisibility());
}
