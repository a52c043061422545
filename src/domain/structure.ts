/** The structure of a page: which modules stand where, in which order. It is one for all locales. */

/** A slot of a module, where other modules can stand. */
export type Slot = { parentId: number; slot: string };

/** A module as the structure knows it; one that stands on the page itself has neither parent nor slot. */
export type StructureModule = { id: number; parentId: number | null; slot: string | null };

/** How many modules may stand inside one another, the outermost included. */
export const maxDepth = 3;

export const nestingMessage = `A module stands at most ${maxDepth} deep, the outermost included`;

/** The slot that a module stands in; null is the page itself. */
export function slotOf({ parentId, slot }: StructureModule): Slot | null {
  return parentId === null || slot === null ? null : { parentId, slot };
}

/** The modules of a slot, or of the page itself, in their order. */
export function modulesIn<M extends StructureModule>(modules: readonly M[], where: Slot | null): M[] {
  return modules.filter(
    ({ parentId, slot }) => parentId === (where?.parentId ?? null) && slot === (where?.slot ?? null),
  );
}

/** How deep a module would stand there: 1 is the page itself. */
export function depthIn(modules: readonly StructureModule[], where: Slot | null): number {
  let depth = 1;
  let parentId = where?.parentId ?? null;
  // A structure in a circle, which nothing makes, ends the count as well.
  while (parentId !== null && depth <= modules.length) {
    depth += 1;
    const parent = modules.find(({ id }) => id === parentId);
    parentId = parent?.parentId ?? null;
  }
  return depth;
}

/** The ids with one of them swapped with its neighbour; null where there is none. */
export function swapWithNeighbour(ids: readonly number[], id: number, by: -1 | 1): number[] | null {
  const from = ids.indexOf(id);
  const neighbour = ids[from + by];
  if (from === -1 || neighbour === undefined) return null;
  return ids.map((other) => (other === id ? neighbour : other === neighbour ? id : other));
}
