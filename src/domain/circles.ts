/**
 * Of rows in a tree those that are above themselves. Nothing makes such rows; those that are there all the same are shown at the top,
 * where they can be moved apart.
 *
 * @example idsInCircles([{ id: 1, parentId: 2 }, { id: 2, parentId: 1 }, { id: 3, parentId: 1 }]) // 1 and 2
 */
export function idsInCircles(rows: readonly { id: number; parentId: number | null }[]): ReadonlySet<number> {
  const parentOf = new Map(rows.map(({ id, parentId }) => [id, parentId]));
  const settled = new Set<number>();
  const found = new Set<number>();
  for (const { id } of rows) {
    const way: number[] = [];
    let at: number | null = id;
    while (at !== null && !settled.has(at)) {
      settled.add(at);
      way.push(at);
      at = parentOf.get(at) ?? null;
    }
    const start = at === null ? -1 : way.indexOf(at);
    if (start >= 0) for (const one of way.slice(start)) found.add(one);
  }
  return found;
}
