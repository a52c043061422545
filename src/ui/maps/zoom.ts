type Point = { x: number; y: number };
type Size = { width: number; height: number };

/**
 * The middle of what a zoomed map shows: the point itself, or as near to it as the edges of the map allow.
 *
 * @param zoom 1 shows the whole map, 2 half of its width and height
 * @example findMiddle({ x: 0, y: 50 }, { width: 100, height: 100 }, 2); // { x: 25, y: 50 }
 */
export function findMiddle(point: Point, { width, height }: Size, zoom: number): Point {
  const within = (value: number, size: number) => {
    const half = size / zoom / 2;
    return Math.min(Math.max(value, half), size - half);
  };
  return { x: within(point.x, width), y: within(point.y, height) };
}

/** Whether a zoomed map shows a place. */
export function isInView(place: Point, middle: Point, { width, height }: Size, zoom: number): boolean {
  return Math.abs(place.x - middle.x) <= width / zoom / 2 && Math.abs(place.y - middle.y) <= height / zoom / 2;
}

/**
 * Where a map zooms to while no place is chosen: the first of the places around which most of the others are in view.
 * The middle of a map of the world is often sea.
 *
 * @returns the middle of the map when there are no places
 */
export function crowdedPlace(places: readonly Point[], size: Size, zoom: number): Point {
  let best: Point = { x: size.width / 2, y: size.height / 2 };
  let most = 0;
  for (const place of places) {
    const middle = findMiddle(place, size, zoom);
    const count = places.filter((other) => isInView(other, middle, size, zoom)).length;
    if (count > most) [best, most] = [place, count];
  }
  return best;
}
