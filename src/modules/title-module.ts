import { definitionOf } from './catalog.ts';
import type { PlacedModule } from './placed.ts';

/** The module that holds the h1 of a page: the first header that stands on the page itself. Null when there is none. */
export function titleModuleOf(modules: readonly PlacedModule[]): number | null {
  return modules.find(({ type }) => definitionOf(type).holdsTitle)?.id ?? null;
}
