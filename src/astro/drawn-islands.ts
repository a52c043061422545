/** Markup, and the names of the islands in it. */
export type DrawnIslands = { content: string; islands: readonly string[] };

let used = new Set<string>();

/** Says that an island is in the markup that is being rendered. */
export function noteIsland(name: string): void {
  used.add(name);
}

/** Renders markup, and collects its islands separately from those around it. */
export function drawIslands(make: () => string): DrawnIslands {
  const outer = used;
  used = new Set();
  try {
    const content = make();
    return { content, islands: [...used] };
  } finally {
    used = outer;
  }
}

/** Adds the islands of cached markup to those of the current render. */
export function placeIslands({ content, islands }: DrawnIslands): string {
  for (const name of islands) used.add(name);
  return content;
}
