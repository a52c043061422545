import type { StoredModule } from '#kinds/page/shapes.ts';
import type { ListQuery } from '#schema/lists.ts';
import type { ReferenceTarget } from '#schema/references.ts';

/** The records and lists that the modules of a page name. */
export type TreeNeeds = { records: readonly ReferenceTarget[]; lists: readonly ListQuery[] };

/** By the tree, of which `TreeCache` gives the same objects again. */
const known = new WeakMap<readonly StoredModule[], TreeNeeds>();

export function noteNeeds(tree: readonly StoredModule[], needs: TreeNeeds): void {
  known.set(tree, needs);
}

/** What a tree was read with last; null for one that was not read. */
export function findNeeds(tree: readonly StoredModule[]): TreeNeeds | null {
  return known.get(tree) ?? null;
}
