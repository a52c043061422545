type Place = { left: number; top: number };

/**
 * The index to which a key leads among items in rows and columns; -1 for above all of them, null for other keys and where there
 * is nothing further.
 */
export function nextInGrid(key: string, at: number, places: readonly Place[]): number | null {
  const here = places[at];
  if (!here) return null;
  const inRow = (top: number | undefined) =>
    places
      .map((place, index) => ({ ...place, index }))
      .filter((place) => place.top === top)
      .toSorted((a, b) => Math.abs(a.left - here.left) - Math.abs(b.left - here.left))[0]?.index;
  switch (key) {
    case 'ArrowDown':
      return inRow(places.find(({ top }) => top > here.top)?.top) ?? null;
    case 'ArrowUp':
      return inRow(places.findLast(({ top }) => top < here.top)?.top) ?? -1;
    case 'ArrowRight':
      return at + 1 < places.length ? at + 1 : null;
    case 'ArrowLeft':
      return at - 1;
    case 'Home':
      return 0;
    case 'End':
      return places.length - 1;
    default:
      return null;
  }
}
