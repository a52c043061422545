/** The structure of a page: its modules, their slots and their order. It is one for all locales. */

/** A slot of a module, which can contain other modules. */
export type Slot = { parentId: number; slot: string };

/** A module in the structure; one directly on the page has neither parent nor slot. */
export type StructureModule = { id: number; parentId: number | null; slot: string | null };

/** The maximum nesting of modules, the outermost included. */
export const maxDepth = 3;

export const nestingMessage = `A module stands at most ${maxDepth} deep, the outermost included`;

/** The slot that a module is in; null is the page itself. */
export function getSlot({ parentId, slot }: StructureModule): Slot | null {
  return parentId === null || slot === null ? null : { parentId, slot };
}

/** The modules of a slot, or of the page itself, in their order. */
export function modulesIn<M extends StructureModule>(modules: readonly M[], where: Slot | null): M[] {
  return modules.filter(
    ({ parentId, slot }) => parentId === (where?.parentId ?? null) && slot === (where?.slot ?? null),
  );
}

/** The depth of a module in a slot: 1 is directly on the page. */
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

/** A module and everything inside of it. */
function modulesWithin<M extends StructureModule>(modules: readonly M[], id: number): M[] {
  const found = modules.filter((module) => module.id === id);
  // Grows while it is walked through.
  for (const { id: parent } of found) found.push(...modules.filter(({ parentId }) => parentId === parent));
  return found;
}

/** How deep modules stand inside one another in a module, which counts itself. */
export function measureHeight(modules: readonly StructureModule[], id: number): number {
  const within = modulesWithin(modules, id);
  const top = depthIn(modules, getSlot(within[0] ?? { id, parentId: null, slot: null }));
  return Math.max(1, ...within.map((module) => depthIn(modules, getSlot(module)) - top + 1));
}

/** Whether a module can be put into a place: not into itself, and not too deep. */
export function fitsIn(modules: readonly StructureModule[], id: number, where: Slot | null): boolean {
  if (where && modulesWithin(modules, id).some((module) => module.id === where.parentId)) return false;
  return depthIn(modules, where) + measureHeight(modules, id) - 1 <= maxDepth;
}

/**
 * The ids with one of them swapped with its neighbour; null where there is none.
 *
 * @example swapWithNeighbour([1, 2, 3], 2, 1); // [1, 3, 2]
 */
export function swapWithNeighbour(ids: readonly number[], id: number, by: -1 | 1): number[] | null {
  const from = ids.indexOf(id);
  const neighbour = ids[from + by];
  if (from === -1 || neighbour === undefined) return null;
  return ids.map((other) => (other === id ? neighbour : other === neighbour ? id : other));
}
