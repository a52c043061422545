type Place = { left: number; top: number };

/** In pixels: an item that has the focus, or whose picture is not drawn yet, is not in line with its row to the pixel. */
const tolerance = 8;

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
      .filter((place) => top !== undefined && Math.abs(place.top - top) <= tolerance)
      .toSorted((a, b) => Math.abs(a.left - here.left) - Math.abs(b.left - here.left))[0]?.index;
  switch (key) {
    case 'ArrowDown':
      return inRow(places.find(({ top }) => top > here.top + tolerance)?.top) ?? null;
    case 'ArrowUp':
      return inRow(places.findLast(({ top }) => top < here.top - tolerance)?.top) ?? -1;
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
